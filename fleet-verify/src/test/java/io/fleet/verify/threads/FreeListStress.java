package io.fleet.verify.threads;

import io.fleet.client.handle.FreeList;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two threads take numbers and give one back: nobody gets a number that somebody has, and none is lost. */
@JCStressTest
@Outcome(id = "[012], 3", expect = Expect.ACCEPTABLE, desc = "three numbers, each with one holder")
@Outcome(expect = Expect.FORBIDDEN, desc = "a number has two holders or none")
@State
public class FreeListStress {
    private static final int SIZE = 3;

    private final FreeList list = new FreeList(SIZE);
    private int first;
    private int second;

    @Actor
    public void one() {
        first = list.take();
    }

    @Actor
    public void two() {
        final int given = list.take();
        second = list.take();
        list.give(given);
    }

    @Arbiter
    public void end(final II_Result result) {
        int seen = 1 << first | 1 << second;
        for (int i = 0; i < SIZE; i++) {
            final int number = list.take();
            seen |= number < 0 ? 0 : 1 << number;
            result.r2 += number < 0 ? 0 : 1;
        }
        result.r1 = first;
        result.r2 = Integer.bitCount(seen) == SIZE && result.r2 == 1 ? SIZE : -result.r2;
    }
}
