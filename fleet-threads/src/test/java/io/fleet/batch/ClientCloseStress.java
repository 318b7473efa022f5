package io.fleet.batch;

import io.fleet.machine.ClientClosedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A thread submits while the owner ends the client: what was taken has one outcome, what was refused none. */
@JCStressTest
@Outcome(id = {"0, 0", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "refused, or taken and failed once")
@Outcome(expect = Expect.FORBIDDEN, desc = "no outcome, or two")
@State
public class ClientCloseStress {
    private final PooledFront front = new PooledFront();

    @Actor
    public void owner() {
        front.shutdown();
    }

    @Actor
    public void caller(final II_Result result) {
        try {
            result.r1 = front.offer() ? 1 : -1;
        } catch (final ClientClosedException refused) {
            result.r1 = 0;
        }
    }

    @Arbiter
    public void end(final II_Result result) {
        result.r2 = front.outcomes;
    }
}
