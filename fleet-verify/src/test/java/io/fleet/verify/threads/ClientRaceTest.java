package io.fleet.verify.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.error.ClientClosedException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** As {@link WakeUpStress} and {@link ClientCloseStress}, in step: what they ask for hangs on one fence. */
class ClientRaceTest {
    private static final int ROUNDS = Long.getLong("fleet.threads.minutes", 0) == 0 ? 6_000 : 5_000_000;

    private final PooledFront front = PooledFront.take();
    private boolean found;
    private int taken;

    @Test
    @Timeout(value = 7, unit = TimeUnit.DAYS)
    void shouldFindOrBeWokenForEachCommand() throws InterruptedException {
        assertEquals(0, new LockStep().run(ROUNDS, () -> {
            front.parked = true;
            found = front.cycle();
        }, front::offer, () -> {
            final boolean missed = !found && !front.woken;
            front.reset();
            return missed ? 1 : 0;
        }), "commands that wait until the owner wakes by itself");
    }

    @Test
    @Timeout(value = 7, unit = TimeUnit.DAYS)
    void shouldGiveEachCommandAnOutcomeWhenItIsClosedMeanwhile() throws InterruptedException {
        assertEquals(0, new LockStep().run(ROUNDS, front::shutdown, () -> {
            try {
                taken = front.offer() ? 1 : 0;
            } catch (final ClientClosedException refused) {
                taken = 0;
            }
        }, () -> {
            final boolean wrong = taken != front.outcomes;
            front.shutdown();
            front.reopen();
            front.reset();
            front.reopen();
            return wrong ? 1 : 0;
        }), "commands without an outcome, or with two");
    }
}
