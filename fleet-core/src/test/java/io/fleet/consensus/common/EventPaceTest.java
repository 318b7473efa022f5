package io.fleet.consensus.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EventPaceTest {
    private final EventPace pace = new EventPace(10, 100);
    private long now = -1_000;

    @Test
    void shouldExpectNothingSoonAtFirst() {
        assertEquals(10, pace.patienceNs());
        pace.onEvent(now);
        assertEquals(10, pace.patienceNs());
    }

    @Test
    void shouldWaitTwiceAsLongAsFromOneToTheNext() {
        events(100, 40);
        final long patience = pace.patienceNs();
        assertEquals(true, patience >= 80 && patience <= 96, () -> patience + ", as it is rounded up");
    }

    @Test
    void shouldWaitNoShorterThanWhereNothingIsExpected() {
        events(100, 1);
        assertEquals(true, pace.patienceNs() >= 10 && pace.patienceNs() <= 18, "2, and what rounding leaves");
        final EventPace slow = new EventPace(50, 100);
        for (int i = 0; i < 100; i++) {
            slow.onEvent(i);
        }
        assertEquals(50, slow.patienceNs());
    }

    @Test
    void shouldNotWaitForThoseThatAreTooFarApart() {
        events(100, 70);
        assertEquals(10, pace.patienceNs());
        events(100, 30);
        assertEquals(true, pace.patienceNs() > 10);
        events(100, 1_000_000);
        assertEquals(10, pace.patienceNs());
    }

    private void events(final int count, final long apart) {
        for (int i = 0; i < count; i++) {
            now += apart;
            pace.onEvent(now);
        }
    }
}
