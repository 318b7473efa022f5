package io.fleet.verify.threads;

import io.fleet.node.thread.DutyToken;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * A thread goes in and out of user code while another takes the duty from it, and goes in and out itself. One of them
 * has the duty at any time: no step in the protocol is lost, and who takes it sees all that was done before. The one
 * that came back too late touches nothing.
 */
@JCStressTest
@Outcome(id = "2, 0, 0, 2", expect = Expect.ACCEPTABLE, desc = "nobody takes the duty")
@Outcome(id = "0, 1, 2, 3", expect = Expect.ACCEPTABLE, desc = "it is taken at once")
@Outcome(id = "1, 1, 2, 4", expect = Expect.ACCEPTABLE, desc = "it is taken after one step")
@Outcome(expect = Expect.FORBIDDEN, desc = "two have it, or none, or the new one sees less than was done")
@State
public class DutyTokenStress {
    private final DutyToken token = new DutyToken();
    /** What the protocol has: plain, touched by who has the duty. */
    private int steps;

    /** Two pieces of user code, with a step of the protocol after each. */
    @Actor
    public void first(final IIII_Result result) {
        for (int i = 0; i < 2; i++) {
            final long begun = token.begin();
            if (!token.end(begun)) {
                return;
            }
            steps++;
            result.r1++;
        }
    }

    /** Takes it if it finds it in user code, and does two pieces and three steps itself. */
    @Actor
    public void second(final IIII_Result result) {
        long seen = 0;
        for (int i = 0; i < 64 && seen == 0; i++) {
            seen = token.inUserCode();
        }
        if (seen == 0 || !token.take(seen)) {
            return;
        }
        token.goOn(seen);
        result.r2 = 1;
        steps++;
        for (int i = 0; i < 2; i++) {
            final long begun = token.begin();
            if (token.end(begun)) {
                steps++;
                result.r3++;
            }
        }
    }

    @Arbiter
    public void end(final IIII_Result result) {
        result.r4 = steps;
    }
}
