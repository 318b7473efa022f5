package io.fleet.testkit.checker;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Order;
import io.fleet.testkit.sim.NodeClock;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;

/** All who watch the messages of one group, behind one door. */
public final class GroupChecker {
    /** A little more than a simulated clock may be fast. */
    private static final double FASTEST_CLOCK = 1.01 * NodeClock.MAX_RATE;

    private final int groupId;
    private final ChosenChecker chosen;
    private final ClaimChecker claims;
    private final ReplierChecker repliers;
    private final LeadershipChecker leadership;
    private final QuorumChecker quorum;
    private final ElectionChecker elections;
    private final EntryChecker entries;
    private final HoleChecker holes;
    private final RejoinChecker rejoins;
    private final BaseChecker bases;
    private final TurnChecker turns;
    private final HandOverChecker handOvers;
    private final LeaseChecker leases;

    /**
     * Creates the witnesses of one group whose quorums are majorities.
     *
     * @param groupId    the group.
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param configs    what the process of each node has, as the group's configuration.
     * @param electorate who votes when.
     * @param violations where they report.
     */
    public GroupChecker(final int groupId, final int nodes, final IntFunction<GroupConfig> configs,
                        final Electorate electorate, final Violations violations) {
        this.groupId = groupId;
        chosen = new ChosenChecker(nodes, electorate, violations);
        claims = new ClaimChecker(groupId, chosen, electorate, violations);
        repliers = new ReplierChecker(nodes, electorate, node -> configs.apply(node).replierQueueBound(), violations);
        leadership = new LeadershipChecker(nodes, electorate, node -> configs.apply(node).windowEntries(), violations);
        final IntToLongFunction timeoutNs =
            node -> TimeUnit.MILLISECONDS.toNanos(configs.apply(node).electionTimeoutMillis());
        quorum = new QuorumChecker(nodes, electorate, timeoutNs, violations);
        elections = new ElectionChecker(groupId, nodes, electorate, chosen, violations);
        entries = new EntryChecker(groupId, nodes, chosen, violations);
        holes = new HoleChecker(groupId, nodes, timeoutNs, chosen, violations);
        rejoins = new RejoinChecker(nodes, electorate, violations);
        bases = new BaseChecker(nodes, violations);
        turns = new TurnChecker(nodes, violations);
        handOvers = new HandOverChecker(nodes, node -> (long) (timeoutNs.applyAsLong(node) / FASTEST_CLOCK),
            violations);
        leases = new LeaseChecker(nodes, violations);
    }

    /**
     * A message was sent.
     *
     * @param group   the group it belongs to; others than this one are ignored.
     * @param sender  the node that sent it; messages of clients are ignored.
     * @param message the message; valid during the call.
     * @param nowNs   the time.
     */
    public void onMessage(final int group, final int sender, final Message message, final long nowNs) {
        if (group == groupId && sender >= 0) {
            chosen.onMessage(group, leaderOr(sender, message), message);
            if (isPassedOn(sender, message)) {
                return;
            }
            claims.onMessage(sender, message);
            repliers.onMessage(sender, message);
            leadership.onMessage(sender, message);
            quorum.onMessage(sender, message, nowNs);
            elections.onMessage(sender, message);
            entries.onMessage(sender, message);
            holes.onMessage(sender, message, nowNs);
            rejoins.onMessage(sender, message);
            bases.onMessage(sender, message);
            turns.onMessage(sender, message);
            handOvers.onMessage(sender, message, nowNs);
            leases.onMessage(sender, message, nowNs);
        }
    }

    /** Whether a node hands on what another one, which leads, has sent before. */
    public static boolean isPassedOn(final int sender, final Message message) {
        return message instanceof Order order && order.passedOn && sender != Ballot.node(order.ballot);
    }

    private static int leaderOr(final int sender, final Message message) {
        return isPassedOn(sender, message) ? Ballot.node(((Order) message).ballot) : sender;
    }

    /**
     * A node has read a message.
     *
     * @param group   the group it belongs to; others than this one are ignored.
     * @param to      the node that has read it.
     * @param from    the node that sent it; -1 for a client.
     * @param message the message; valid during the call.
     */
    public void onReceipt(final int group, final int to, final int from, final Message message) {
        if (group == groupId) {
            entries.onReceipt(to, message);
            if (from >= 0) {
                elections.onReceipt(to, from, message);
                rejoins.onReceipt(to, from, message);
                bases.onReceipt(to, message);
                turns.onReceipt(to, message);
            }
        }
    }

    /** Who must be told of nodes that begin to count in quorums. */
    public RejoinChecker rejoins() {
        return rejoins;
    }

    /** Who must be told of nodes that hold leases. */
    public LeaseChecker leases() {
        return leases;
    }

    /**
     * A node has lost what it had accepted and promised, or part of it, and knows that: nothing that it said before
     * binds it any more, though what was chosen by it stays so.
     *
     * @param node which.
     */
    public void forget(final int node) {
        chosen.forget(groupId, node);
    }

    /**
     * A node would promise this if its power failed now.
     *
     * @param node    which.
     * @param promise a page of the promise, of a ballot above all that were used.
     */
    public void wouldPromise(final int node, final Promise promise) {
        chosen.wouldPromise(groupId, node, promise);
        claims.wouldPromise(node, promise);
    }

    /**
     * Whether the last acknowledgement was the first of its node for an LSN that a lower ballot had used, too: where
     * what is durable of one ballot is easily taken for what is of another.
     */
    public boolean wasOfTwoBallots() {
        return chosen.group(groupId).wasOfTwoBallots();
    }

    /**
     * The highest ballot that anybody has used.
     *
     * @return the ballot; 0 for none.
     */
    public long highestBallot() {
        return chosen.highestBallot(groupId);
    }

    /**
     * A packet arrived, of whatever group.
     *
     * @param from  the endpoint that sent it; clients are numbered behind the nodes.
     * @param to    the endpoint that got it.
     * @param nowNs the time.
     */
    public void onArrival(final int from, final int to, final long nowNs) {
        quorum.onArrival(from, to, nowNs);
    }

    /**
     * Who must be told of the reads that run on a node.
     *
     * @param node which.
     * @return takes the LSN of each read.
     */
    public LongConsumer queries(final int node) {
        return lsn -> repliers.onQuery(node, lsn);
    }

    /** How many ballots had a leader that ordered, or told that it leads. */
    public int leaders() {
        return chosen.leaders(groupId);
    }
}
