package io.fleet.verify.threads;

import io.fleet.consensus.common.Counter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** One thread counts, any thread reads: what the owner did before is seen by whoever sees the number. */
@JCStressTest
@Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE, desc = "in the order of the owner")
@Outcome(expect = Expect.FORBIDDEN, desc = "the later number without the earlier one")
@State
public class CounterStress {
    private static final int LOOKS = 100;

    private final Counter earlier = new Counter();
    private final Counter later = new Counter();

    @Actor
    public void owner() {
        earlier.increment();
        later.increment();
    }

    @Actor
    public void reader(final JJ_Result result) {
        long number = later.get();
        for (int i = 0; i < LOOKS && number == 0; i++) {
            number = later.get();
        }
        result.r1 = number;
        result.r2 = earlier.get();
    }
}
