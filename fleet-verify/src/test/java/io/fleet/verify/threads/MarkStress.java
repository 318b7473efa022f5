package io.fleet.verify.threads;

import io.fleet.storage.coverage.CoverageMark;
import java.lang.reflect.Constructor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Two threads take the same rare branch: nothing is lost. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both hits")
@Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
@State
public class MarkStress {
    private final CoverageMark mark = unlisted();

    @Actor
    public void one() {
        mark.hit();
    }

    @Actor
    public void two() {
        mark.hit();
    }

    @Arbiter
    public void end(final J_Result result) {
        result.r1 = mark.hits();
    }

    /** One that is in no list: a list of millions would be all that is measured. */
    private static CoverageMark unlisted() {
        try {
            final Constructor<CoverageMark> constructor = CoverageMark.class.getDeclaredConstructor(String.class);
            constructor.setAccessible(true);
            return constructor.newInstance("mark-stress.hit");
        } catch (final ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
