package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** Turns without an event loop: the test says when the sockets were looked at, and how long a turn takes. */
class RoundsTest {
    private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
    private final StringBuilder turns = new StringBuilder();
    private long now;
    private final Rounds rounds = new Rounds(() -> now);

    private void add(final char who, final int times, final long nanos) {
        rounds.add(() -> {
            turns.append(who);
            now += nanos;
            if (times > 1) {
                add(who, times - 1, nanos);
            }
        }, loop::add);
    }

    @Test
    void shouldLookAtSocketsBetweenTurnsThatTakeLong() {
        add('a', 3, Rounds.SLICE_NANOS);
        add('b', 2, Rounds.SLICE_NANOS);
        assertEquals("", turns.toString(), "the sockets come first");
        int looks = 0;
        while (!loop.isEmpty()) {
            assertEquals(1, loop.size());
            assertTrue(rounds.isBusy());
            loop.remove().run();
            looks++;
        }
        assertEquals("ababa", turns.toString());
        assertEquals(5, looks);
        assertFalse(rounds.isBusy());
    }

    @Test
    void shouldGiveManyTurnsThatTakeLittleInOneSlice() {
        add('a', 10, Rounds.SLICE_NANOS / 8);
        loop.remove().run();
        assertEquals("a".repeat(8), turns.toString());
        loop.remove().run();
        assertEquals("a".repeat(10), turns.toString());
        assertTrue(loop.isEmpty());
    }

    @Test
    void shouldGoOnAfterATurnThatFails() {
        rounds.add(() -> {
            throw new IllegalStateException("this turn");
        }, loop::add);
        add('b', 1, 0);
        assertThrows(IllegalStateException.class, loop.remove()::run);
        loop.remove().run();
        assertEquals("b", turns.toString());
        add('c', 1, 0);
        loop.remove().run();
        assertEquals("bc", turns.toString());
    }
}
