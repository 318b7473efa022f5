package io.fleet.scattered.context;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.ProtocolListener;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.quorum.QuorumSystem;
import io.fleet.consensus.snapshot.SnapshotContext;
import io.fleet.consensus.store.AcceptedLog;
import io.fleet.consensus.store.NodeLives;
import io.fleet.consensus.store.PromiseStore;
import io.fleet.consensus.store.RecordedEntries;
import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.consensus.store.VoterStateStore;
import io.fleet.storage.Life;
import java.util.concurrent.TimeUnit;

/**
 * What the roles of one group on one node are given: configuration, the world behind small interfaces, and counters.
 *
 * @param config     the group's configuration.
 * @param membership who belongs to the group, and which sets of members are quorums.
 * @param outbound   where messages go.
 * @param routes     where roles register for messages that come.
 * @param entryLog   where the storage node persists.
 * @param promises   the durable promise.
 * @param standing   whether the node votes, durably.
 * @param lives      in which life each node is listened to.
 * @param snapshots  snapshots for replicas that lag further, and the one that comes from another.
 * @param recorded   what the ordered log holds, for replicas that lag.
 * @param progress   how far the replica has come.
 * @param listener   hears of roles and leaders.
 * @param counters   what is counted.
 * @param randomSeed seeds election timeouts and random choices.
 */
public record GroupContext(GroupConfig config, Membership membership, Outbound outbound, MessageRoutes routes,
                           AcceptedLog entryLog,
                           PromiseStore promises, VoterStateStore standing, NodeLives lives,
                           SnapshotExchange snapshots,
                           RecordedEntries recorded, ReplicaProgress progress,
                           ProtocolListener listener, GroupCounters counters, long randomSeed) {
    private static final int WINDOWS = 2;
    /** A leader that is quiet is heard each second one, or each fourth where a packet is lost. */
    private static final int AWAY_TIMEOUTS = 5;

    /** What {@link #capacity} is at most, with the greatest window that may be set. */
    public static final int MAX_CAPACITY = 65_536 * WINDOWS;

    /**
     * The slot of a member, its bit in sets.
     *
     * @param node its node id.
     * @return the slot, or -1 when it is no member.
     */
    public int indexOf(final int node) {
        return membership.slotOf(node);
    }

    /** The node of each slot; {@link Membership#NOBODY} for those that are free. */
    public int[] members() {
        return membership.nodes();
    }

    /** All slots in use are below this. */
    public int slots() {
        return membership.slots();
    }

    /** Which sets of slots are quorums. */
    public QuorumSystem quorum() {
        return membership.quorum();
    }

    /** All that count in quorums, as a set. */
    public long everyone() {
        return membership.voters();
    }

    public int self() {
        return outbound.self();
    }

    /** The least number of a life in which this node counts another one, or its own (S15). */
    public int leastNumber(final int node) {
        return node == self() ? Life.number(lives.life())
            : Math.max(lives.leastNumber(node), membership.leastNumber(node));
    }

    /**
     * Tells the least numbers of lives in which this node counts those that do not vote, by slot; 0 for voters.
     *
     * @return how many slots there are; 0 where all vote.
     */
    public int tellNumbers(final int[] numbers) {
        if (Long.bitCount(membership.voters()) == membership.current().members().size()) {
            return 0;
        }
        for (int slot = 0; slot < slots(); slot++) {
            final int node = members()[slot];
            numbers[slot] = node == Membership.NOBODY || membership.isVoter(slot) ? 0 : leastNumber(node);
        }
        return slots();
    }

    /** Those that a configuration names, and the present one does not, count in no lower lives when they come again. */
    public void remember(final Configuration former) {
        for (final GroupMember gone : former.members()) {
            if (membership.current().member(gone.node()) == null) {
                lives.noteLeastNumber(gone.node(), gone.leastNumber());
            }
        }
    }

    /** What of that may be told for good (S2). */
    public int durableLeastNumber(final int node) {
        return node == self() ? Life.number(lives.life())
            : Math.max(lives.durableLeastNumber(node), membership.leastNumber(node));
    }

    /** The number of the life in which this node listens to another one, or is itself; 0 where none is known. */
    public int heardNumber(final int node) {
        return Life.number(node == self() ? lives.life() : lives.lifeOf(node));
    }

    /**
     * In which life this node says to listen to another one: where it would not count it in that, in one that nobody is
     * in, with the least number that counts.
     */
    public long toldLife(final int node) {
        return toldLife(node, leastNumber(node));
    }

    /** {@link #toldLife(int)}, with the least number that counts. */
    public long toldLife(final int node, final int least) {
        return heardNumber(node) >= least ? lives.lifeOf(node) : Life.ofNumber(least);
    }

    public long resendNs() {
        return TimeUnit.MILLISECONDS.toNanos(config.resendMillis());
    }

    public long electionTimeoutNs() {
        return TimeUnit.MILLISECONDS.toNanos(config.electionTimeoutMillis());
    }

    public long heartbeatNs() {
        return TimeUnit.MILLISECONDS.toNanos(config.heartbeatMillis());
    }

    /** The log time that this node proposes when it leads. */
    public LogClock newLogClock() {
        return new LogClock(new LogClock.Members() {
            @Override
            public int self() {
                return GroupContext.this.self();
            }

            @Override
            public int slots() {
                return GroupContext.this.slots();
            }

            @Override
            public int node(final int slot) {
                return members()[slot];
            }

            @Override
            public boolean isVoter(final int slot) {
                return membership.isVoter(slot);
            }

            @Override
            public void tell(final String what) {
                counters.wrongClocks.increment();
                listener.onClock("the wall clock of this node, which leads, " + what);
            }
        }, config.sessionTimeoutMillis(), AWAY_TIMEOUTS * electionTimeoutNs());
    }

    /** What those are given who send and receive snapshots. */
    public SnapshotContext forSnapshots(final RequestNonces questions) {
        return new SnapshotContext(membership, outbound, snapshots, recorded, progress, counters, questions,
            resendNs(),
            config.windowEntries());
    }

    /**
     * How many LSNs above what is recorded a node keeps in memory: twice the leader's window, so that one that lags a
     * little still takes part.
     */
    public int capacity() {
        return config.windowEntries() * WINDOWS;
    }
}
