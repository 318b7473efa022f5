package io.fleet.transport.aeron;

import io.aeron.Aeron;
import java.util.concurrent.TimeUnit;

/** Says from time to time that the media driver has not answered. Nobody waits for it meanwhile. Used by one thread. */
final class Patience {
    static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

    private final Aeron aeron;
    private final String what;
    private boolean isTimed;
    private long saidNs;
    private int times;

    Patience(final Aeron aeron, final String what) {
        this.aeron = aeron;
        this.what = what;
    }

    /** Something was asked of the driver. */
    void begin() {
        isTimed = false;
        times = 0;
    }

    /** The driver has not answered yet. */
    void look(final long nowNs) {
        if (!isTimed) {
            isTimed = true;
            saidNs = nowNs;
        } else if (nowNs - saidNs >= INTERVAL_NS) {
            saidNs = nowNs;
            times++;
            aeron.context().errorHandler().onError(new IllegalStateException("the media driver in "
                + aeron.context().aeronDirectoryName() + " has not answered for "
                + TimeUnit.NANOSECONDS.toSeconds(times * INTERVAL_NS) + " s: it was asked for " + what));
        }
    }
}
