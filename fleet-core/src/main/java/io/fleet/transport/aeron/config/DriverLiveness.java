package io.fleet.transport.aeron.config;

import io.aeron.Aeron;
import java.util.concurrent.TimeUnit;

/** Says from time to time that the media driver has not answered. Nobody waits for it meanwhile. Used by one thread. */
public final class DriverLiveness {
    static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(10);

    private final Aeron aeron;
    private final String what;
    private boolean isTimed;
    private long saidNs;
    private int times;

    public DriverLiveness(final Aeron aeron, final String what) {
        this.aeron = aeron;
        this.what = what;
    }

    /** Something was asked of the driver. */
    public void begin() {
        isTimed = false;
        times = 0;
    }

    /** The driver has not answered yet. */
    public void look(final long nowNs) {
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
