package io.fleet.node.snapshot;

import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.snapshot.Pace;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * So many bytes a second as {@link SnapshotRate} says, on average over some chunks: the thread that writes a snapshot
 * rests after each.
 */
final class SnapshotPace implements Pace {
    /** What was not used for longer is not made up for. */
    static final long SLACK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final SnapshotRate rate;
    private final List<FlushCounters> flushes;
    private final NanoClock clock;
    private final Rest rest;
    private long dueNs;
    private boolean started;

    /** Rests. */
    @FunctionalInterface
    interface Rest {
        void restNs(long ns);
    }

    /** {@code bytesPerSecond} is above 0; {@code flushes} are those that it yields to. */
    SnapshotPace(final long bytesPerSecond, final List<FlushCounters> flushes, final NanoClock clock) {
        this(bytesPerSecond, flushes, clock, LockSupport::parkNanos);
    }

    SnapshotPace(final long bytesPerSecond, final List<FlushCounters> flushes, final NanoClock clock,
                 final Rest rest) {
        this.rate = new SnapshotRate(bytesPerSecond);
        this.flushes = flushes;
        this.clock = clock;
        this.rest = rest;
    }

    void begin() {
        rate.begin(clock.nanoTime(), syncs(), tookNs());
    }

    void end() {
        rate.end(clock.nanoTime(), syncs(), tookNs());
    }

    private long syncs() {
        long sum = 0;
        for (final FlushCounters each : flushes) {
            sum += each.syncs();
        }
        return sum;
    }

    private long tookNs() {
        long sum = 0;
        for (final FlushCounters each : flushes) {
            sum += each.tookNs();
        }
        return sum;
    }

    @Override
    public void onBytes(final int bytes) {
        long nowNs = clock.nanoTime();
        if (!started || nowNs - dueNs > SLACK_NS) {
            started = true;
            dueNs = nowNs - SLACK_NS;
        }
        dueNs += bytes * TimeUnit.SECONDS.toNanos(1) / rate.at(nowNs, syncs(), tookNs());
        while (dueNs - nowNs > 0) {
            rest.restNs(dueNs - nowNs);
            nowNs = clock.nanoTime();
        }
    }
}
