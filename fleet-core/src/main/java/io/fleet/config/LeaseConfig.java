package io.fleet.config;

import io.fleet.error.ConfigException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * For how long voters bind themselves to a leader, so that it may answer reads without asking them (rules L1 to L5 in
 * {@code docs/rules.md}). {@link #OFF} by default. All voters of a group have the same: a voter that has another
 * one grants nothing. Reads of level {@code ReadConsistency#LINEARIZABLE_LEASE} are linearizable as long as the
 * monotonic clock of each node advances, in any interval, by no more than {@code maxDriftPpm} millionths more or less
 * than time does. What slews the wall clock slews the monotonic one as well: the bound must be no less than the rate at
 * which the daemon that keeps time may do so, and the error of the oscillator. chrony takes up to 83,333 ppm
 * ({@code maxslewrate}), unless it is told otherwise; systemd-timesyncd and ntpd take 500 ppm, and step beyond that. A
 * step does not touch the monotonic clock. A clock that stands still while its machine is suspended, and goes on with
 * the rest of the world hours later, keeps no bound: a leader that finds at its next duty cycle that its wall clock has
 * advanced by over {@value #UNSEEN_MILLIS} ms more counts on none of its grants any more; what is not noticed so is
 * taken off each grant. A wall clock that stood still as well hides such a time.
 *
 * <p>After a leader has gone without handing over nobody else is elected before the voters' leases have run out, and a
 * node that has started votes for nobody for as long. So leases that are longer than an election timeout make elections
 * slower.
 *
 * <p>With {@link #atReplicas} the leader lends its lease on: every voter's replica that holds a part of it answers
 * linearizable reads from its own state and asks nobody (L6 to L11). Writes pay for that. Nothing is shown to any
 * client, at any level of reads, before the leader knows that every holder has applied it, or that its lease is over;
 * nor while nobody leads under a lease. Holders ask anew about four times in a lease. One that has not applied by then
 * what was chosen when it asked before gets no other lease until it has, and holds up all answers until the one that it
 * has is over. One that always is slower than the others, but by less than that, is a holder all the same, and holds up
 * answers by as much. One that dies does so once, for the length of a lease at most; so does one that starts again
 * within a lease. All members, and remote clients, must be given the same then: the setting, the length and the bound
 * of drift are part of what a group agrees on, and who has others is not listened to. A lease may be no longer than
 * {@code requestTimeoutMillis}.
 *
 * @param millis      for how long a voter binds itself; 0 for no leases.
 * @param maxDriftPpm by how many millionths a clock may be fast or slow.
 * @param atReplicas  whether the leader lends its lease to all replicas.
 */
public record LeaseConfig(long millis, int maxDriftPpm, boolean atReplicas) {
    /** The shortest lease in milliseconds. */
    public static final long MIN_MILLIS = 10;
    /** The shortest in milliseconds where replicas hold leases too: of a shorter one too little is left for them. */
    public static final long MIN_MILLIS_AT_REPLICAS = 40;
    /** The longest lease in milliseconds. */
    public static final long MAX_MILLIS = 60_000;
    /** The greatest bound of drift, a tenth. */
    public static final int MAX_PPM = 100_000;
    /** The bound of drift where none is given: more than chrony slews a clock by where nobody has limited it. */
    public static final int DEFAULT_PPM = 100_000;
    /** For how many milliseconds the monotonic clock may have stood still without that it is noticed, in any second. */
    public static final long UNSEEN_MILLIS = 2;
    /** No leases. */
    public static final LeaseConfig OFF = new LeaseConfig(0, 0);

    private static final long PARTS = 1_000_000;

    /**
     * Checks the values.
     *
     * @param millis      see above; 0, or {@link #MIN_MILLIS} to {@link #MAX_MILLIS}.
     * @param maxDriftPpm see above; 0 to {@link #MAX_PPM}, 0 where there are no leases.
     * @param atReplicas  see above; only with leases of {@link #MIN_MILLIS_AT_REPLICAS} at least.
     */
    public LeaseConfig {
        if (millis == 0) {
            Checks.range("maxDriftPpm of no leases", maxDriftPpm, 0, 0);
        } else {
            Checks.range("millis of leases", millis, MIN_MILLIS, MAX_MILLIS);
            Checks.range("maxDriftPpm of leases", maxDriftPpm, 0, MAX_PPM);
        }
        if (atReplicas) {
            Checks.range("millis of leases at every replica", millis, MIN_MILLIS_AT_REPLICAS, MAX_MILLIS);
        }
    }

    /**
     * Leases of the leader alone.
     *
     * @param millis      see above.
     * @param maxDriftPpm see above.
     */
    public LeaseConfig(final long millis, final int maxDriftPpm) {
        this(millis, maxDriftPpm, false);
    }

    /**
     * Leases with the usual bound of drift, {@link #DEFAULT_PPM}.
     *
     * @param millis for how long, {@link #MIN_MILLIS} to {@link #MAX_MILLIS}.
     * @return the configuration.
     */
    public static LeaseConfig of(final long millis) {
        return new LeaseConfig(Checks.range("millis of leases", millis, MIN_MILLIS, MAX_MILLIS), DEFAULT_PPM);
    }

    /**
     * The same leases, lent to every replica.
     *
     * @return the configuration.
     * @throws ConfigException when they are off, or shorter than {@link #MIN_MILLIS_AT_REPLICAS}.
     */
    public LeaseConfig atEveryReplica() {
        return new LeaseConfig(millis, maxDriftPpm, true);
    }

    /**
     * Whether there are leases.
     *
     * @return true unless this is {@link #OFF}.
     */
    public boolean isOn() {
        return millis > 0;
    }

    /**
     * For how long a voter is bound by its clock, from when it granted (L1).
     *
     * @return nanoseconds.
     */
    public long grantedNs() {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /**
     * For how long a leader counts on a grant by its clock, from before it asked (L2). With a bound of p, the voter is
     * bound for a time of at least length / (1 + p), in which the leader's clock advances by (1 - p) / (1 + p) of the
     * length at least; 1 - 2p is not more than that. The leader's clock may have stood still besides, unnoticed for
     * {@link #UNSEEN_MILLIS} in each second that the lease has a part in.
     *
     * @return nanoseconds.
     */
    public long countedNs() {
        return countedNs(grantedNs());
    }

    /**
     * For how long whoever asked counts on what was granted, by its own clock, from before it asked (L2, L11).
     *
     * @param nanos for how long it was granted, by the clock of who did.
     * @return nanoseconds; not more than 0 where nothing is left.
     */
    public long countedNs(final long nanos) {
        final long unseenMillis = UNSEEN_MILLIS * (TimeUnit.NANOSECONDS.toSeconds(nanos) + 2);
        return nanos - (nanos * 2 * maxDriftPpm + PARTS - 1) / PARTS - TimeUnit.MILLISECONDS.toNanos(unseenMillis);
    }

    /**
     * For how long a voter that starts is bound by what it may have granted before (L3).
     *
     * @param longestMillis the longest lease that it is known to have granted under.
     * @return nanoseconds by its clock; 0 where it cannot have granted any.
     */
    public long startNs(final long longestMillis) {
        final long nanos = TimeUnit.MILLISECONDS.toNanos(Math.max(millis, longestMillis));
        return nanos + (nanos * 2 * maxDriftPpm + PARTS - 1) / PARTS;
    }

    /**
     * Whether a mode has leases: those of a leader, where somebody leads; and whether a client waits for as long as a
     * holder that is gone may hold up answers.
     */
    static void check(final LeaseConfig leases, final @Nullable ErasureCode code, final long requestTimeoutMillis) {
        if (leases.isOn() && code != null) {
            throw new ConfigException("leases is " + leases + ", but must be OFF in a group that is " + code
                + ": nobody leads it");
        }
        if (leases.atReplicas) {
            Checks.range("millis of leases at every replica (at most requestTimeoutMillis)", leases.millis,
                MIN_MILLIS_AT_REPLICAS, requestTimeoutMillis);
        }
    }

    @Override
    public String toString() {
        return isOn() ? millis + " ms, " + maxDriftPpm + " ppm" + (atReplicas ? ", at every replica" : "") : "OFF";
    }
}
