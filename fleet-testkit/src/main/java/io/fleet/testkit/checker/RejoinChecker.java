package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.LongHashSet;

/**
 * Compares a node that begins to count in quorums with what the others had told it by then (S15). Reports
 * <ul>
 * <li>a first start although not all others had answered that they hold, have promised and have lost nothing;</li>
 * <li>a repair although no leader was known whose ballot is not below any reported promise, or the voters that had
 * answered meet not every majority;</li>
 * <li>a node that is being repaired up to where no leader has told it in this life of its.</li>
 * </ul>
 * Answers that were given to an earlier life of the node count for nothing. What an answer says is compared with what
 * its sender was seen to do when it is sent (see {@link ChosenChecker}), so that no wrong answer is a measure here.
 */
public final class RejoinChecker {
    private final int nodes;
    private final Electorate electorate;
    private final Violations violations;
    private final long[] nonce;
    private final List<Answers> answers = new ArrayList<>();

    /**
     * What a node must hold when it counts again.
     *
     * @param ballot  of the leader that repaired it.
     * @param base    everything up to this LSN must be in its ordered log.
     * @param highest everything from there up to this one must be accepted at the ballot.
     * @param configuration the version of the configuration that the leader acts on.
     */
    public record Target(long ballot, long base, long highest, long configuration) {
    }

    private static final class Answers {
        /** By node, all answers that differ. */
        private final List<List<RejoinReply>> given = new ArrayList<>();
        private final List<Target> targets = new ArrayList<>();
        /**
         * All that leaders have told: a node goes by the first of a ballot that it listens to, as it does not do to
         * one that it has still to ask whether it is in the life that it claims.
         */
        private final List<Target> offered = new ArrayList<>();
        private final LongHashSet told = new LongHashSet();
        /** Who has told in this life of the asker that it holds, has promised and has lost nothing. */
        private long empty;

        Answers(final int nodes) {
            for (int i = 0; i < nodes; i++) {
                given.add(new ArrayList<>());
            }
        }
    }

    /**
     * Creates a witness of one group whose quorums are majorities.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param violations where it reports.
     */
    public RejoinChecker(final int nodes, final Violations violations) {
        this(nodes, new Electorate(nodes, violations), violations);
    }

    /**
     * Creates a witness of one group whose quorums are majorities.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param violations where it reports.
     * @param electorate who votes when.
     */
    public RejoinChecker(final int nodes, final Electorate electorate, final Violations violations) {
        this.electorate = electorate;
        this.nodes = nodes;
        this.violations = violations;
        nonce = new long[nodes];
        for (int i = 0; i < nodes; i++) {
            answers.add(new Answers(nodes));
        }
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        if (message instanceof RejoinRequest && ((RejoinRequest) message).nonce != nonce[sender]) {
            final boolean isClaim = ((RejoinRequest) message).nonce == (nonce[sender] + 1 & Long.MAX_VALUE);
            nonce[sender] = ((RejoinRequest) message).nonce;
            final Answers before = answers.get(sender);
            answers.set(sender, new Answers(nodes));
            if (isClaim) {
                // Its status may be a moment old, and tell up to where it was repaired before it claimed its life.
                answers.get(sender).told.addAll(before.told);
            }
        }
    }

    /**
     * A node has read a message of the group.
     *
     * @param to      the node that has.
     * @param from    the member that it is of.
     * @param message the message; valid during the call.
     */
    public void onReceipt(final int to, final int from, final Message message) {
        if (!(message instanceof RejoinReply) || ((RejoinReply) message).nonce != nonce[to] || from == to) {
            return;
        }
        final RejoinReply reply = (RejoinReply) message;
        final Answers heard = answers.get(to);
        note(heard.given.get(from), reply);
        final Target target = new Target(reply.ballot, reply.base, reply.highest, reply.configuration);
        if (reply.standing == VoterState.VOTER && reply.ballot > 0 && !heard.offered.contains(target)) {
            heard.told.add(Math.max(reply.base, reply.highest));
            heard.offered.add(target);
        }
        heard.empty |= hasNothing(reply) ? 1L << from : 0;
        for (final Target offered : heard.offered) {
            if (!heard.targets.contains(offered) && isAllowed(heard, offered)) {
                heard.targets.add(offered);
            }
        }
    }

    /**
     * A node counts in quorums from now on, and says that it is its first start.
     *
     * @param node which.
     */
    public void onFirstStart(final int node) {
        if ((electorate.voters(0) & ~(1L << node) & ~answers.get(node).empty) != 0) {
            violations.report("node " + node
                + " begins anew, though not all others have told it that nobody holds or has promised anything");
        }
    }

    /**
     * A node counts in quorums again, and says that it was repaired.
     *
     * @param node which.
     * @return what it may have been repaired to hold; one of these is enough.
     */
    public List<Target> onRepaired(final int node) {
        final List<Target> targets = answers.get(node).targets;
        if (targets.isEmpty()) {
            violations.report("node " + node + " counts again, though it was not told by voters that meet every"
                + " majority of a leader whose ballot is not below any promise");
        }
        return targets;
    }

    /**
     * A node does not count yet, and says up to where it must hold everything before it does.
     *
     * @param node   which.
     * @param target the LSN; 0 when it does not say.
     */
    public void onWaiting(final int node, final long target) {
        if (target > 0 && nodes > 1 && answers.get(node).told.add(target)) {
            violations.report("node " + node + " is repaired up to LSN " + target
                + ", which no leader has told it since it lost what it lost");
        }
    }

    /**
     * One such answer is enough, whatever the same node says later: it was given after the asker lost what it lost, so
     * nobody had anything by then that the asker was needed for.
     */
    private static boolean hasNothing(final RejoinReply reply) {
        return !reply.holdsRecords && reply.promised == 0 && reply.standing != VoterState.LOST;
    }

    /**
     * Of each member the answer counts that says the least: a later one may be of a process to which the node does not
     * listen, as it has not shown yet that it goes on where the one before it was.
     */
    private boolean isAllowed(final Answers heard, final Target target) {
        long voters = 0;
        for (int i = 0; i < nodes; i++) {
            boolean isHere = false;
            boolean isBelow = false;
            for (final RejoinReply reply : heard.given.get(i)) {
                isHere = true;
                if (reply.promised <= target.ballot) {
                    isBelow = true;
                    voters |= reply.standing == VoterState.VOTER && reply.configuration == target.configuration
                        ? 1L << i : 0;
                }
            }
            if (isHere && !isBelow) {
                return false;
            }
        }
        final long version = target.configuration;
        return !electorate.isReadQuorum(version, electorate.voters(version) & ~voters);
    }

    private static void note(final List<RejoinReply> given, final RejoinReply reply) {
        for (final RejoinReply before : given) {
            if (before.standing == reply.standing && before.promised == reply.promised
                && before.configuration == reply.configuration) {
                return;
            }
        }
        given.add(copy(reply));
    }

    private static RejoinReply copy(final RejoinReply reply) {
        final RejoinReply copy = new RejoinReply();
        copy.standing = reply.standing;
        copy.promised = reply.promised;
        copy.configuration = reply.configuration;
        return copy;
    }
}
