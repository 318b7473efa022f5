package io.fleet.verify.threads;

import io.fleet.storage.log.Staging;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The owner hands a batch to the flusher and looks whether it is done. What the flusher writes is what the owner
 * staged; what the owner is told to be durable has the place that the flusher gave it.
 */
@JCStressTest
@Outcome(id = "0, (0|4096), 7", expect = Expect.ACCEPTABLE, desc = "not seen as done")
@Outcome(id = "4096, 4096, 7", expect = Expect.ACCEPTABLE, desc = "seen as done, and where")
@Outcome(expect = Expect.FORBIDDEN, desc = "written before it was staged, or done before it was written")
@State
public class FileFlusherStress {
    private static final int LOOKS = 100;

    private final PooledFlusher log = PooledFlusher.take();

    @Actor
    public void owner(final III_Result result) {
        log.stage();
        log.flusher.handOver(log.staging);
        Staging done = log.flusher.completed();
        for (int i = 0; i < LOOKS && done == null; i++) {
            Thread.onSpinWait();
            done = log.flusher.completed();
        }
        result.r1 = done == null ? 0 : done.frameOffset;
    }

    @Actor
    public void flusher(final III_Result result) {
        int done = log.flusher.doWork();
        for (int i = 0; i < LOOKS && done == 0; i++) {
            done = log.flusher.doWork();
        }
        result.r2 = done == 0 ? 0 : log.staging.frameOffset;
    }

    /** Whatever the flusher did not come to yet. */
    @Arbiter
    public void end(final III_Result result) {
        log.flusher.doWork();
        log.flusher.rethrowFailure();
        result.r3 = log.disk.writtenByte;
        log.give();
    }
}
