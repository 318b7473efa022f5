package io.fleet.verify.threads;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A thread submits while the owner looks for work a last time before it parks: the owner finds the command, or is
 * woken.
 */
@JCStressTest
@Outcome(id = {"true, true", "true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "found, or woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "the command waits until the owner wakes by itself")
@State
public class WakeUpStress {
    private static final int LONGEST = 32;
    private static int delay;

    private final PooledFront front = PooledFront.take();

    @Actor
    public void owner(final ZZ_Result result) {
        for (int i = ++delay % LONGEST; i > 0; i--) {
            Thread.onSpinWait();
        }
        front.parked = true;
        result.r1 = front.cycle();
    }

    @Actor
    public void caller() {
        front.offer();
    }

    @Arbiter
    public void end(final ZZ_Result result) {
        result.r2 = front.woken;
        front.give();
    }
}
