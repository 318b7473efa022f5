package io.fleet.consensus.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoublingIntervalTest {
    @Test
    void shouldBeDueAtOnceAndThenAfterTwiceAsLongEachTime() {
        final DoublingInterval interval = new DoublingInterval(10, 50);
        assertEquals(List.of(-5L, 5L, 25L, 65L, 115L, 165L), due(interval, -5, 200));
        interval.begin();
        assertEquals(List.of(200L, 210L, 230L), due(interval, 200, 250));
    }

    @Test
    void shouldNotBeQuickerThanTheFirstInterval() {
        assertEquals(List.of(0L, 10L, 20L), due(new DoublingInterval(10, 5), 0, 30));
    }

    @Test
    void shouldWaitFromTheFirstLookOnWhenItHasBeenAsked() {
        final DoublingInterval interval = new DoublingInterval(10, 50);
        assertEquals(List.of(0L, 10L, 30L, 70L), due(interval, 0, 100));
        interval.asked();
        assertEquals(List.of(110L, 130L), due(interval, 100, 140));
        interval.asked();
        interval.begin();
        assertEquals(List.of(140L), due(interval, 140, 145));
    }

    private static List<Long> due(final DoublingInterval interval, final long from, final long to) {
        final List<Long> due = new ArrayList<>();
        for (long now = from; now < to; now++) {
            if (interval.isDue(now)) {
                due.add(now);
            }
        }
        return due;
    }
}
