package io.fleet.replica.speculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyChainsTest {
    private final KeyChains chains = new KeyChains();
    private final List<PrepareTask> offered = new ArrayList<>();
    private final PreparePool pool = new PreparePool() {
        @Override
        public boolean isOff() {
            return false;
        }

        @Override
        public boolean offer(final PrepareTask task) {
            return offered.add(task);
        }

        @Override
        public void withdraw(final PrepareTask task) {
            offered.remove(task);
        }
    };

    /** A command that says whether it is broken. */
    private static final class Task extends Preparation {
        private boolean isBroken;

        @Override
        protected boolean hasRoom() {
            return true;
        }

        @Override
        public void execute() {
            // Nothing.
        }

        @Override
        protected void executeInTurn() {
            isBroken = false;
        }

        @Override
        protected boolean isBroken() {
            return isBroken;
        }

        @Override
        protected void wakeOwner() {
            // Nobody.
        }
    }

    private Task append(final long... keys) {
        chains.begin();
        for (final long key : keys) {
            chains.add(key);
        }
        return appended();
    }

    private Task appendAll() {
        chains.begin();
        chains.all();
        return appended();
    }

    private Task appended() {
        final Task task = new Task();
        chains.append(task);
        return task;
    }

    @Test
    void shouldWaitForTheLastOfEachKey() { // V6
        final Task one = append(1);
        final Task two = append(2);
        final Task both = append(1, 2, 1);
        final Task three = append(3);
        assertFalse(one.isBlocked() || two.isBlocked() || three.isBlocked());
        assertTrue(both.isBlocked());
        one.run();
        assertEquals(0, one.passOn(pool));
        two.run();
        assertEquals(1, two.passOn(pool));
        assertEquals(List.of(both), offered);
        assertFalse(append(3, 4).isBlocked() && append(4).isBlocked() && append().isBlocked());
    }

    @Test
    void shouldHaveOneThatMayTouchAnythingWaitForAllAndAllForIt() { // V6
        final Task one = append(1);
        final Task all = appendAll();
        final Task other = append(2);
        final Task second = appendAll();
        assertTrue(all.isBlocked() && other.isBlocked() && second.isBlocked());
        one.run();
        one.passOn(pool);
        assertFalse(all.isBlocked());
        all.run();
        all.passOn(pool);
        assertFalse(other.isBlocked());
        assertTrue(second.isBlocked(), "it waits for both");
    }

    @Test
    void shouldTakeOneOfManyKeysForOneThatMayTouchAnything() { // S13
        append(1000);
        final long[] keys = new long[KeyChains.MAX_KEYS + 1];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = i;
        }
        assertTrue(append(keys).isBlocked());
    }

    @Test
    void shouldLetNothingBeginBehindABrokenOne() {
        final Task one = append(1);
        final Task next = append(1);
        one.isBroken = true;
        one.run();
        assertEquals(0, one.passOn(pool));
        assertTrue(next.isBlocked());
        assertTrue(one.help(pool), "in its turn");
        assertEquals(1, one.passOn(pool));
    }

    @Test
    void shouldForgetWhatNobodyWaitsFor() { // S13
        Task last = append(0);
        for (int i = 1; i < 10_000; i++) {
            last.run();
            last.passOn(pool);
            last = append(i);
            assertFalse(last.isBlocked());
        }
        assertTrue(chains.size() <= 2048, "it refers to " + chains.size());
        chains.clear();
        assertEquals(0, chains.size());
    }

    @Test
    void shouldBeBegunByOneOnly() {
        final Task task = append(1);
        assertTrue(task.begin());
        assertFalse(task.begin());
        assertFalse(task.help(pool));
        assertFalse(task.cancel(pool));
        assertTrue(task.finish(), "it is waited for");
        assertTrue(task.isDone() && task.help(pool) && task.cancel(pool));
        final Task called = append(2);
        assertTrue(called.cancel(pool));
        assertFalse(called.begin() || called.help(pool) || called.isDone());
    }
}
