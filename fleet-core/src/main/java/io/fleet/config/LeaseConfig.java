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
 * @param millis      for how long a voter binds itself; 0 for no leases.
 * @param maxDriftPpm by how many millionths a clock may be fast or slow.
 */
public record LeaseConfig(long millis, int maxDriftPpm) {
    /** The shortest lease in milliseconds. */
    public static final long MIN_MILLIS = 10;
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
     */
    public LeaseConfig {
        if (millis == 0) {
            Checks.range("maxDriftPpm of no leases", maxDriftPpm, 0, 0);
        } else {
            Checks.range("millis of leases", millis, MIN_MILLIS, MAX_MILLIS);
            Checks.range("maxDriftPpm of leases", maxDriftPpm, 0, MAX_PPM);
        }
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
        final long nanos = grantedNs();
        final long unseenMillis = UNSEEN_MILLIS * (TimeUnit.MILLISECONDS.toSeconds(millis) + 2);
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

    /** Whether a mode has leases: those of a leader, where somebody leads. */
    static void check(final LeaseConfig leases, final @Nullable ErasureCode code) {
        if (leases.isOn() && code != null) {
            throw new ConfigException("leases is " + leases + ", but must be OFF in a group that is " + code
                + ": nobody leads it");
        }
    }

    @Override
    public String toString() {
        return isOn() ? millis + " ms, " + maxDriftPpm + " ppm" : "OFF";
    }
}
