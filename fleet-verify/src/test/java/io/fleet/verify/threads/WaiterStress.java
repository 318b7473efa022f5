package io.fleet.verify.threads;

import io.fleet.transport.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Somebody publishes work as a queue does, with no barrier behind it, while the thread looks for work a last time
 * before it waits: the thread finds the work, or is signalled.
 */
@JCStressTest
@Outcome(id = {"true, true", "true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "found, or signalled")
@Outcome(expect = Expect.FORBIDDEN, desc = "the thread waits, although there is work")
@State
public class WaiterStress {
    private static final VarHandle WORK;

    private final Signalled waiter = new Signalled();
    private boolean work;

    static {
        try {
            WORK = MethodHandles.lookup().findVarHandle(WaiterStress.class, "work", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Actor
    public void thread(final ZZ_Result result) {
        waiter.begin();
        result.r1 = (boolean) WORK.getAcquire(this);
    }

    @Actor
    public void other() {
        WORK.setRelease(this, true);
        waiter.wakeUp();
    }

    @Arbiter
    public void end(final ZZ_Result result) {
        result.r2 = waiter.signalled;
    }

    /** Notes that it would have ended a wait. */
    private static final class Signalled extends Waiter {
        private boolean signalled;

        @Override
        public void await(final long maxNs) {
            throw new AssertionError("nobody waits");
        }

        @Override
        public boolean isWokenByArrivals() {
            return false;
        }

        @Override
        protected void signal() {
            signalled = true;
        }
    }
}
