package io.fleet.node.snapshot;

import io.fleet.storage.snapshot.Pace;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/** So many bytes a second, on average over some chunks: the thread that writes a snapshot rests after each. */
final class SnapshotPace implements Pace {
    /** What was not used for longer is not made up for. */
    static final long SLACK_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final long bytesPerSecond;
    private final NanoClock clock;
    private final Rest rest;
    private long dueNs;
    private boolean started;

    /** Rests. */
    @FunctionalInterface
    interface Rest {
        void restNs(long ns);
    }

    /** {@code bytesPerSecond} is above 0. */
    SnapshotPace(final long bytesPerSecond, final NanoClock clock) {
        this(bytesPerSecond, clock, LockSupport::parkNanos);
    }

    SnapshotPace(final long bytesPerSecond, final NanoClock clock, final Rest rest) {
        this.bytesPerSecond = bytesPerSecond;
        this.clock = clock;
        this.rest = rest;
    }

    @Override
    public void onBytes(final int bytes) {
        long nowNs = clock.nanoTime();
        if (!started || nowNs - dueNs > SLACK_NS) {
            started = true;
            dueNs = nowNs - SLACK_NS;
        }
        dueNs += bytes * TimeUnit.SECONDS.toNanos(1) / bytesPerSecond;
        while (dueNs - nowNs > 0) {
            rest.restNs(dueNs - nowNs);
            nowNs = clock.nanoTime();
        }
    }
}
