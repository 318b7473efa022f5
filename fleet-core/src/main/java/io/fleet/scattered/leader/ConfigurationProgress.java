package io.fleet.scattered.leader;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.quorum.QuorumSystem;
import io.fleet.consensus.store.NodeLives;
import io.fleet.scattered.context.GroupContext;

/**
 * Which members act on the newest configuration, as the leader hears it (S14), and how far a learner has come. Acting
 * on a configuration means to hold everything up to its entry durably.
 */
public final class ConfigurationProgress {
    private final GroupContext context;
    private final Leader leader;
    private final long[] durable = new long[Configuration.SLOTS];
    private final long[] toldNs = new long[Configuration.SLOTS];
    /** The number of the life in which each has told. */
    private final int[] numbers = new int[Configuration.SLOTS];
    private final long[] unsoundNs = new long[Configuration.SLOTS];
    private final long[] acknowledgedNs = new long[Configuration.SLOTS];
    private long ballot;
    private long version;
    private long reached;
    private long sound;
    private long told;
    private long unsound;
    private long acknowledged;

    public ConfigurationProgress(final GroupContext context, final Leader leader) {
        this.context = context;
        this.leader = leader;
    }

    /** An acknowledgement at the leader's ballot: only who acts on the ballot's configuration sends one. */
    public void onAck(final int member, final Ack ack, final long nowNs) {
        if (meet() && ack.ballot == ballot && leader.version() == version) {
            reached |= 1L << member;
            acknowledged |= 1L << member;
            acknowledgedNs[member] = nowNs;
        }
    }

    /**
     * Whether enough to elect in a quorum system have acknowledged something at the leader's ballot within an election
     * timeout. Unlike {@link Quiescence#hasQuorum} this takes nobody to be alive who has been silent since the
     * election.
     */
    public boolean hears(final QuorumSystem quorum, final long nowNs) {
        return meet() && quorum.isElectionQuorum(heard(nowNs));
    }

    /** This member, and those that have acknowledged something at the leader's ballot within an election timeout. */
    public long heard(final long nowNs) {
        meet();
        final int own = context.membership().ownSlot();
        long heard = own < 0 ? 0 : 1L << own;
        for (int i = 0; i < context.slots(); i++) {
            if (isRecent(acknowledged, acknowledgedNs, i, nowNs)) {
                heard |= 1L << i;
            }
        }
        return heard;
    }

    /** Whether a learner has told, as of a moment ago, that it holds everything up to an LSN durably. */
    public boolean holds(final int member, final long lsn, final long nowNs) {
        return hasCaughtUp(member, lsn, nowNs) && durable[member] >= lsn;
    }

    public void onProgress(final int member, final MemberProgress progress, final long nowNs) {
        if (!meet() || progress.ballot != ballot || progress.configuration != version) {
            return;
        }
        final long bit = 1L << member;
        reached |= bit;
        told |= bit;
        sound = progress.sound ? sound | bit : sound & ~bit;
        if (!progress.sound) {
            unsound |= bit;
            unsoundNs[member] = nowNs;
        }
        durable[member] = progress.durable;
        toldNs[member] = nowNs;
        numbers[member] = context.heardNumber(context.members()[member]);
    }

    /**
     * What a former life of a member has told does not count, nor what one has told of which no life is known where
     * lives are told apart (S15).
     */
    private boolean isCounted(final int member) {
        final int node = context.members()[member];
        final boolean isKnown = numbers[member] > 0 || context.heardNumber(context.self()) == 0;
        return isKnown && numbers[member] == context.heardNumber(node)
            && numbers[member] >= leader.leastNumber(node);
    }

    /**
     * Whether a learner has told, as of a moment ago, that it has lost nothing, in a life that is below the least one
     * in which it counts.
     */
    public boolean isFormer(final int member, final long nowNs) {
        return meet() && isSound(member, nowNs)
            && numbers[member] < leader.leastNumber(context.members()[member]);
    }

    /** The number of the life in which a member has told how far it is. */
    public int number(final int member) {
        return numbers[member];
    }

    /**
     * Whether a member is known to act on the newest configuration, and has said so a moment ago: one that is silent
     * may have lost its state since, and know nobody whom it could ask. While the leader is quiet those who were there
     * had reached it, and say little.
     */
    public boolean hasReached(final int member, final long nowNs) {
        return meet() && (leader.quiescence().isQuiet() || isRecent(acknowledged, acknowledgedNs, member, nowNs)
            || isRecent(told, toldNs, member, nowNs));
    }

    /**
     * Whether a node speaks that is to be told of the group: one that is heard in no life in which it is listened to
     * has lost its disk, and an observer that has not acted on the newest configuration may not know that it is one. A
     * quiet leader would not tell them.
     */
    public boolean isAnyUninformed(final long nowNs) {
        if (!meet()) {
            return false;
        }
        for (int i = 0; i < context.slots(); i++) {
            final int node = context.members()[i];
            final boolean hasNotActed = context.membership().roles().isObserver(i) && (reached >>> i & 1) == 0;
            if (node >= 0 && node != context.self() && context.lives().isHeard(node, nowNs)
                && (hasNotActed || !isListenedTo(node, nowNs))) {
                return true;
            }
        }
        return false;
    }

    private boolean isListenedTo(final int node, final long nowNs) {
        final long heardNs = context.lives().heardNs(node);
        return heardNs != NodeLives.UNHEARD && nowNs - heardNs <= context.electionTimeoutNs();
    }

    /** Whether enough act on the newest configuration to elect a leader in it. */
    public boolean isQuorum() {
        meet();
        final int own = context.membership().ownSlot();
        return context.quorum().isElectionQuorum(own < 0 ? reached : reached | 1L << own);
    }

    /** Whether a learner has lost nothing and holds, as of a moment ago, all but a few entries of what is chosen. */
    public boolean hasCaughtUp(final int member, final long chosen, final long nowNs) {
        return meet() && isSound(member, nowNs) && isCounted(member)
            && durable[member] + context.config().windowEntries() / 2 >= chosen;
    }

    /** One that has lost something has said so a moment ago: what says otherwise may be of before, and late. */
    private boolean isSound(final int member, final long nowNs) {
        return isRecent(told & sound, toldNs, member, nowNs) && !isRecent(unsound, unsoundNs, member, nowNs);
    }

    private boolean isRecent(final long set, final long[] heardNs, final int member, final long nowNs) {
        return (set >>> member & 1) != 0 && nowNs - heardNs[member] <= context.electionTimeoutNs();
    }

    private boolean meet() {
        if (ballot != leader.ballot() || version != context.membership().version()) {
            ballot = leader.ballot();
            version = context.membership().version();
            reached = 0;
            sound = 0;
            unsound = 0;
            told = 0;
            acknowledged = 0;
        }
        return ballot != Ballot.NONE;
    }
}
