package io.fleet.node.thread;

import io.fleet.transport.Waiter;

/**
 * Where and when a thread that runs duty cycles waits: where a step finds nothing it looks once more, now to be woken
 * up by whatever comes meanwhile, and then waits. Whoever comes back from a wait does so after the first step in which
 * it worked: as a rule it has then done all that it was woken up for. By who has the duty, but for {@link #wakeUp}.
 */
final class DutyRest {
    private final Waiter waiter;
    private final boolean spins;
    private final NodeIdle idle;
    /** Whether what comes ends the next wait. */
    private boolean isArmed;
    /** Whether no step has been run since a wait. */
    private boolean isBack;

    /** {@code spins}: whether it never waits. */
    DutyRest(final Waiter waiter, final boolean spins) {
        this.waiter = waiter;
        this.spins = spins;
        idle = new NodeIdle(waiter.isWokenByArrivals());
    }

    /** Ends a wait, if there is one. Any thread. */
    void wakeUp() {
        waiter.wakeUp();
    }

    /** Another thread has the duty from now on. */
    void takeOver() {
        isArmed = false;
        isBack = false;
        waiter.end();
    }

    /**
     * A step is over.
     *
     * @param work    how much it did.
     * @param nowNs   its clock.
     * @param mayWait whether there will be another one in any case.
     */
    void after(final int work, final long nowNs, final boolean mayWait) {
        if (spins) {
            waiter.goOn(nowNs);
            Thread.onSpinWait();
            return;
        }
        final long parkNs = idle.after(work, System.nanoTime());
        final boolean isLast = parkNs == 0 && isBack;
        isBack = false;
        if (parkNs == NodeIdle.YIELD) {
            Thread.yield();
        } else if (parkNs == 0 && !isLast) {
            disarm();
            waiter.goOn(nowNs);
        } else if (!isArmed) {
            isArmed = true;
            waiter.begin();
        } else if (parkNs > 0 && mayWait) {
            waiter.await(parkNs);
            isBack = waiter.isWokenByArrivals();
        }
    }

    private void disarm() {
        if (isArmed) {
            isArmed = false;
            waiter.end();
        }
    }
}
