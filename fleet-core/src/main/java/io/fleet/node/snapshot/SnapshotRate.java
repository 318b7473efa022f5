package io.fleet.node.snapshot;

import java.util.concurrent.TimeUnit;

/**
 * How fast a snapshot is written beside flushes, which acknowledgements wait for: as fast as it may as long as flushes
 * take what they took before it, and down to half of that while they take more than twice as long. It is told the
 * time, how many flushes there were since the node started, and how long they took in all.
 */
final class SnapshotRate {
    /** The rate changes this often. */
    static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** The least rate is that part of the most: a replica applies nothing meanwhile, and its log grows. */
    static final int LEAST = 2;
    /** It rises by that part of the most. */
    static final int STEP = 8;
    /** A flush that takes no longer is never slow. */
    static final long QUICK_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** So many flushes tell how long one takes. */
    static final int ENOUGH = 16;

    private final long most;
    private long rate;
    /** What a flush takes without a snapshot; 0 where that is not known. */
    private long usualNs;
    private long windowNs;
    private long flushes;
    private long tookNs;

    /** {@code most} is bytes in a second, above 0. */
    SnapshotRate(final long most) {
        this.most = most;
        rate = most;
    }

    /** A snapshot begins: what flushes took since the last one ended is what they take without. */
    void begin(final long nowNs, final long newFlushes, final long newTookNs) {
        if (newFlushes - flushes >= ENOUGH) {
            usualNs = (newTookNs - tookNs) / (newFlushes - flushes);
        }
        rate = most;
        next(nowNs, newFlushes, newTookNs);
    }

    /** A snapshot has ended. */
    void end(final long nowNs, final long newFlushes, final long newTookNs) {
        next(nowNs, newFlushes, newTookNs);
    }

    /** In bytes a second, from now on. */
    long at(final long nowNs, final long newFlushes, final long newTookNs) {
        if (nowNs - windowNs >= WINDOW_NS && newFlushes > flushes) {
            if (usualNs > 0) {
                adapt((newTookNs - tookNs) / (newFlushes - flushes));
            }
            next(nowNs, newFlushes, newTookNs);
        }
        return rate;
    }

    private void adapt(final long flushNs) {
        if (flushNs > Math.max(QUICK_NS, 2 * usualNs)) {
            rate = Math.max(rate / 2, most / LEAST);
        } else {
            rate = Math.min(rate + most / STEP, most);
        }
    }

    private void next(final long nowNs, final long newFlushes, final long newTookNs) {
        windowNs = nowNs;
        flushes = newFlushes;
        tookNs = newTookNs;
    }
}
