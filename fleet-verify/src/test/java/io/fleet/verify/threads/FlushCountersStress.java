package io.fleet.verify.threads;

import io.fleet.storage.log.FlushCounters;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** The flusher counts, any thread reads: whoever sees the bytes of a sync sees the sync. */
@JCStressTest
@Outcome(id = {"0, 0", "0, 1", "10, 1"}, expect = Expect.ACCEPTABLE, desc = "in the order in which they are counted")
@Outcome(expect = Expect.FORBIDDEN, desc = "bytes without their sync")
@State
public class FlushCountersStress {
    private static final int LOOKS = 100;

    private final FlushCounters counters = new FlushCounters("scattered", 0);

    @Actor
    public void flusher() {
        counters.add(1, 10);
    }

    @Actor
    public void reader(final JJ_Result result) {
        long bytes = counters.bytes();
        for (int i = 0; i < LOOKS && bytes == 0; i++) {
            bytes = counters.bytes();
        }
        result.r1 = bytes;
        result.r2 = counters.syncs();
    }
}
