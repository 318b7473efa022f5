package io.fleet.verify.threads;

import io.fleet.error.ClientClosedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread submits while the owner ends the client: what was taken has one outcome, what was refused none. */
@JCStressTest
@Outcome(id = ".*, 0", expect = Expect.ACCEPTABLE, desc = "as many failed as were taken")
@Outcome(expect = Expect.FORBIDDEN, desc = "a command has no outcome, or two")
@State
public class ClientCloseStress {
    private static final int MOST = 20;

    private final PooledFront front = PooledFront.take();

    @Actor
    public void owner() {
        front.shutdown();
    }

    @Actor
    public void caller(final II_Result result) {
        int taken = 0;
        try {
            while (taken < MOST && front.offer()) {
                taken++;
            }
        } catch (final ClientClosedException refused) {
            result.r1 = taken;
            return;
        }
        result.r1 = taken;
    }

    @Arbiter
    public void end(final II_Result result) {
        result.r2 = front.outcomes - result.r1;
        front.giveClosed();
    }
}
