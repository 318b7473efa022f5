package io.fleet.client;

import io.fleet.error.ConfigException;
import java.util.Objects;

/**
 * What a read-only command may see, chosen for each call. This is the specification; what each level costs is in
 * {@code docs/internals.md}. All levels but {@link #LINEARIZABLE_LOG} need the Maven artifact
 * {@code io.fleet:fleet-reads} on the class path of the nodes and of remote clients; where it is missing, reads fail
 * with {@code ReadNotServedException}.
 *
 * <p><b>State.</b> Whatever the level, a read is executed on the state after some prefix of the log, never on one that
 * the group could lose again, and the answer says which prefix: the LSN that it <em>reflects</em>. <b>Linearizable</b>
 * means: the answer reflects every command, of any client, that was answered before the read was submitted, and
 * whatever any other linearizable read had returned by then. <b>Sessions.</b> The levels that may be stale never go
 * back for one client: an answer reflects all commands of this client that were answered before the read was submitted
 * (read your writes), and no less than its earlier reads (monotonic reads). Two clients share no such order.
 * <b>Failures.</b> A read changes nothing, so one that failed, for whatever reason, may be sent again.
 */
public final class ReadConsistency {
    /** The kinds. Their order is part of the wire format. */
    public enum Level {
        /** See {@link ReadConsistency#LINEARIZABLE_LOG}. */
        LINEARIZABLE_LOG,
        /** See {@link ReadConsistency#LINEARIZABLE_QUORUM}. */
        LINEARIZABLE_QUORUM,
        /** See {@link ReadConsistency#LINEARIZABLE_LEASE}. */
        LINEARIZABLE_LEASE,
        /** See {@link ReadConsistency#boundedStale}. */
        BOUNDED_STALE,
        /** See {@link ReadConsistency#LOCAL}. */
        LOCAL
    }

    /**
     * Linearizable, ordered like a write and executed by one replica at its place in the log (HC-14). The default.
     * Needs a leader (in coded groups n - f members), a place in the log and a flush for each batch.
     */
    public static final ReadConsistency LINEARIZABLE_LOG = new ReadConsistency(Level.LINEARIZABLE_LOG, 0);

    /**
     * Linearizable, without the log and without the leader (CM-07, CM-08, rules P1 to P4; Q2 in coded groups): any
     * replica asks the members how far they have come, and executes the read once it has applied the highest of a read
     * quorum of answers. Depends on no clock. Goes on while nobody leads, as long as what the quorum has seen is
     * chosen. Not so where replicas hold leases ({@code LeaseConfig#atReplicas}): what was not released waits for a
     * leader that holds a lease, and a node that has started again knows of nothing that was.
     */
    public static final ReadConsistency LINEARIZABLE_QUORUM = new ReadConsistency(Level.LINEARIZABLE_QUORUM, 0);

    /**
     * Linearizable as long as clocks drift less than a declared bound, and only then: {@code LeaseConfig}, rules L1 to
     * L11. The leader, while it holds a lease, executes the read once it has applied what it had ordered; any other
     * replica asks the leader how far that is, or executes it at once under what the leader has lent it of its lease
     * ({@code LeaseConfig#atReplicas}). Where there is no lease, or no answer soon, the replica goes on as for
     * {@link #LINEARIZABLE_QUORUM}. Where the group has no leases ({@code GroupConfig#withLeases}), and in coded
     * groups, such reads fail with {@code ReadNotServedException}.
     */
    public static final ReadConsistency LINEARIZABLE_LEASE = new ReadConsistency(Level.LINEARIZABLE_LEASE, 0);

    /**
     * The state of any replica, which may lag by any time; see above for what one client may rely on. The fastest: two
     * messages, also where no quorum is left. Where replicas hold leases ({@code LeaseConfig#atReplicas}) the answer
     * waits until what it reflects is released: without a leader that holds a lease, and at a node that has started
     * again and has not heard of one since, that is for ever, however old the state is.
     */
    public static final ReadConsistency LOCAL = new ReadConsistency(Level.LOCAL, 0);

    private final Level level;
    private final int maxMillis;

    private ReadConsistency(final Level level, final int maxMillis) {
        this.level = level;
        this.maxMillis = maxMillis;
    }

    /**
     * A state that has everything that was answered up to {@code maxMillis} before the read came to its replica. The
     * replica measures that with its own monotonic clock, from a quorum round that it began then and whose result it
     * has applied; what it measured is told with the answer. Where the last such round is too old it makes another
     * one. The way of the read to the replica comes on top. Where replicas hold leases ({@code LeaseConfig#atReplicas})
     * the answer waits until what it reflects is released, as for {@link #LOCAL}.
     *
     * @param maxMillis the most, 0 to {@link Integer#MAX_VALUE} milliseconds; 0 is as good as
     *                  {@link #LINEARIZABLE_QUORUM}.
     * @return the level.
     * @throws ConfigException when it is negative.
     */
    public static ReadConsistency boundedStale(final int maxMillis) {
        if (maxMillis < 0) {
            throw new ConfigException("maxMillis of a bounded stale read is " + maxMillis + ", but must be from 0 to "
                + Integer.MAX_VALUE);
        }
        return new ReadConsistency(Level.BOUNDED_STALE, maxMillis);
    }

    /**
     * The kind.
     *
     * @return the level.
     */
    public Level level() {
        return level;
    }

    /**
     * How old an answer may be.
     *
     * @return milliseconds; 0 for levels without such a bound.
     */
    public int maxMillis() {
        return maxMillis;
    }

    /**
     * Whether every answer reflects all that was answered before.
     *
     * @return true for all levels but bounded-stale and local ones.
     */
    public boolean isLinearizable() {
        return level.ordinal() <= Level.LINEARIZABLE_LEASE.ordinal();
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof ReadConsistency that && level == that.level && maxMillis == that.maxMillis;
    }

    @Override
    public int hashCode() {
        return Objects.hash(level, maxMillis);
    }

    @Override
    public String toString() {
        return level == Level.BOUNDED_STALE ? level + "(" + maxMillis + ")" : level.toString();
    }
}
