package io.fleet.consensus.common;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IntervalTimerTest {
    @Test
    void shouldBeDueAtOnceAndThenOnceAnInterval() {
        final IntervalTimer every = new IntervalTimer(10);
        assertTrue(every.isDue(100));
        assertFalse(every.isDue(100));
        assertFalse(every.isDue(109));
        assertTrue(every.isDue(110));
        assertFalse(every.isDue(119));
    }

    @Test
    void shouldBeDueAtOnceWhereverTheClockBegins() {
        assertTrue(new IntervalTimer(10).isDue(Long.MIN_VALUE));
        assertTrue(new IntervalTimer(10).isDue(-3));
        assertTrue(new IntervalTimer(10).isDue(0));
    }

    @Test
    void shouldCountAcrossTheEndOfTheClock() {
        final IntervalTimer every = new IntervalTimer(10);
        assertTrue(every.isDue(Long.MAX_VALUE - 4));
        assertFalse(every.isDue(Long.MIN_VALUE + 4));
        assertTrue(every.isDue(Long.MIN_VALUE + 5));
    }

    @Test
    void shouldNotMakeUpForIntervalsThatWereMissed() {
        final IntervalTimer every = new IntervalTimer(10);
        assertTrue(every.isDue(0));
        assertTrue(every.isDue(35));
        assertFalse(every.isDue(44));
        assertTrue(every.isDue(45));
    }
}
