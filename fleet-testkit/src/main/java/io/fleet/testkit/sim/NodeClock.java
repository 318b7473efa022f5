package io.fleet.testkit.sim;

import org.agrona.concurrent.EpochClock;

/**
 * The clocks of one machine, derived from virtual time: a monotonic one that starts anywhere (also below zero, as
 * {@link System#nanoTime()} may) and runs fast or slow, and a wall clock that drifts with it and may jump either way.
 */
public final class NodeClock {
    /** The slowest rate that {@link #rate(double)} takes. */
    public static final double MIN_RATE = 0.1;
    /** The fastest rate that {@link #rate(double)} takes. */
    public static final double MAX_RATE = 10;

    private static final long RUNS = -1;

    private final SimScheduler scheduler;
    private long anchorVirtualNs;
    private long anchorLocalNs;
    private long bootLocalNs;
    private long epochAtBootMs;
    private double rate = 1;
    /** Since when the monotonic clock stands still, in virtual time; negative where it runs. */
    private long stoppedAtNs = RUNS;

    /**
     * Creates the clocks.
     *
     * @param scheduler     the virtual time.
     * @param originNs      what the monotonic clock shows now.
     * @param epochOriginMs what the wall clock shows now, in milliseconds since the epoch.
     */
    public NodeClock(final SimScheduler scheduler, final long originNs, final long epochOriginMs) {
        this.scheduler = scheduler;
        anchorVirtualNs = scheduler.nowNs();
        anchorLocalNs = originNs;
        bootLocalNs = originNs;
        epochAtBootMs = epochOriginMs;
    }

    /**
     * The monotonic clock.
     *
     * @return nanoseconds; never decreasing between two calls of {@link #reboot(long)}.
     */
    public long nanoTime() {
        return anchorLocalNs + (long) ((nowNs() - anchorVirtualNs) * rate);
    }

    private long nowNs() {
        return stoppedAtNs == RUNS ? scheduler.nowNs() : stoppedAtNs;
    }

    /**
     * The wall clock.
     *
     * @return milliseconds since the epoch.
     */
    public long epochMillis() {
        return epochAtBootMs + (nanoTime() - bootLocalNs) / 1_000_000;
    }

    /**
     * The wall clock in the form that a node takes.
     *
     * @return a view of {@link #epochMillis()}.
     */
    public EpochClock epochClock() {
        return this::epochMillis;
    }

    /**
     * Lets both clocks run at another speed from now on.
     *
     * @param newRate local nanoseconds per virtual nanosecond, {@link #MIN_RATE} to {@link #MAX_RATE}.
     */
    public void rate(final double newRate) {
        if (!(newRate >= MIN_RATE && newRate <= MAX_RATE)) {
            throw new IllegalArgumentException("clock rate is " + newRate + ", but must be from " + MIN_RATE + " to "
                + MAX_RATE);
        }
        final long local = nanoTime();
        anchorVirtualNs = nowNs();
        anchorLocalNs = local;
        rate = newRate;
    }

    /** Lets the monotonic clock stand still from now on. Nobody reads the wall clock of this machine meanwhile. */
    public void stop() {
        stoppedAtNs = nowNs();
    }

    /** Lets the monotonic clock go on from where it stood; the wall clock shows what it would have come to. */
    public void goOn() {
        if (stoppedAtNs != RUNS) {
            final long local = nanoTime();
            epochAtBootMs += (long) ((scheduler.nowNs() - stoppedAtNs) * rate) / 1_000_000;
            anchorVirtualNs = scheduler.nowNs();
            anchorLocalNs = local;
            stoppedAtNs = RUNS;
        }
    }

    /**
     * Moves the wall clock.
     *
     * @param deltaMs by how many milliseconds; may be negative.
     */
    public void jump(final long deltaMs) {
        epochAtBootMs += deltaMs;
    }

    /**
     * Restarts the monotonic clock somewhere else, as a machine's reboot does; the wall clock goes on.
     *
     * @param originNs what it shows now.
     */
    public void reboot(final long originNs) {
        goOn();
        epochAtBootMs = epochMillis();
        anchorVirtualNs = scheduler.nowNs();
        anchorLocalNs = originNs;
        bootLocalNs = originNs;
    }

    /**
     * How much virtual time passes while the local clock moves on.
     *
     * @param localNs local nanoseconds.
     * @return virtual nanoseconds, rounded up so that the local clock has got there.
     */
    public long toVirtualNs(final long localNs) {
        return (long) Math.ceil(localNs / rate) + 1;
    }
}
