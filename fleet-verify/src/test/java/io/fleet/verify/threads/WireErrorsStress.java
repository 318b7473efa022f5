package io.fleet.verify.threads;

import io.fleet.wire.codec.WireErrors;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Two decoders count into one: nothing is lost. */
@JCStressTest
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "both packets")
@Outcome(expect = Expect.FORBIDDEN, desc = "one is lost")
@State
public class WireErrorsStress {
    private final WireErrors errors = new WireErrors();

    @Actor
    public void one() {
        errors.increment(WireErrors.Cause.TRUNCATED);
    }

    @Actor
    public void two() {
        errors.increment(WireErrors.Cause.TRUNCATED);
    }

    @Arbiter
    public void end(final J_Result result) {
        result.r1 = errors.count(WireErrors.Cause.TRUNCATED);
    }
}
