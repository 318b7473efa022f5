package io.fleet.examples.kv.resp;

import java.util.concurrent.TimeUnit;

/** Says which connections are closed for what they did or held; at most every ten seconds, as there may be many. */
final class Complaints {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private boolean told;
    private long toldNanos;
    private long untold;

    void closing(final String address, final String why, final long nowNanos) {
        untold++;
        if (!told || nowNanos - toldNanos > INTERVAL_NANOS) {
            System.getLogger(Complaints.class.getName()).log(System.Logger.Level.WARNING, "connection " + address
                + " is closed: " + why + (untold == 1 ? "" : "; " + (untold - 1) + " others were closed before it"));
            told = true;
            toldNanos = nowNanos;
            untold = 0;
        }
    }
}
