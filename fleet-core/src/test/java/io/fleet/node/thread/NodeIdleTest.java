package io.fleet.node.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NodeIdleTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long START = Long.MAX_VALUE - SECOND / 2;

    @Test
    void shouldGoOnWhileThereIsWork() {
        for (final boolean woken : new boolean[] {true, false}) {
            final NodeIdle idle = new NodeIdle(woken);
            assertEquals(0, idle.after(0, START), "the first cycle of all");
            for (int i = 1; i < 100; i++) {
                assertEquals(0, idle.after(1, START + i * SECOND));
            }
        }
    }

    @Test
    void shouldRestAtOnceWhereArrivalsEndARestAndLongerWhenNothingHappens() {
        final NodeIdle idle = new NodeIdle(true);
        idle.after(1, START);
        assertEquals(MILLI, idle.after(0, START));
        assertEquals(MILLI, idle.after(0, START + 10 * MILLI - 1));
        assertEquals(4 * MILLI, idle.after(0, START + 10 * MILLI));
        idle.after(1, START + 2 * SECOND);
        assertEquals(MILLI, idle.after(0, START + 2 * SECOND + 1));
    }

    @Test
    void shouldYieldThenRestBrieflyWhereNothingEndsARest() {
        final NodeIdle idle = new NodeIdle(false);
        idle.after(1, START);
        assertEquals(NodeIdle.YIELD, idle.after(0, START));
        assertEquals(NodeIdle.YIELD, idle.after(0, START + 20 * MICRO - 1));
        assertEquals(50 * MICRO, idle.after(0, START + 20 * MICRO));
        assertEquals(50 * MICRO, idle.after(0, START + SECOND - 1));
        assertEquals(MILLI, idle.after(0, START + SECOND));
        idle.after(1, START + 2 * SECOND);
        assertEquals(NodeIdle.YIELD, idle.after(0, START + 2 * SECOND));
    }
}
