package io.fleet.scattered.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class OrderLinesTest {
    private static final int CAPACITY = 4096;

    private final OrderLines lines = new OrderLines(CAPACITY);

    private void take(final long lsn, final long above) {
        lines.take(lsn, above).lsn = lsn;
        lines.sent(lsn, lsn * 10);
    }

    @Test
    void shouldKeepAllThatIsUnderWayAsItGrows() {
        lines.begin(7, 7);
        for (long lsn = 8; lsn <= 7 + CAPACITY; lsn++) {
            take(lsn, 7);
        }
        for (long lsn = 8; lsn <= 7 + CAPACITY; lsn++) {
            assertEquals(lsn, lines.of(lsn).lsn);
            assertEquals(lsn * 10, lines.sentNs(lsn));
        }
    }

    @Test
    void shouldStaySmallWhileLittleIsUnderWay() {
        lines.begin(0, 0);
        for (long lsn = 1; lsn <= 10L * CAPACITY; lsn++) {
            take(lsn, lsn - 16);
        }
        assertEquals(10L * CAPACITY - 255, lines.oldest(10L * CAPACITY));
        assertEquals(CAPACITY, lines.capacity());
    }

    @Test
    void shouldNotBringBackLinesWhosePlaceOthersHadBeforeItGrew() {
        lines.begin(0, 0);
        for (long lsn = 1; lsn <= 300; lsn++) {
            take(lsn, lsn - 16);
        }
        for (long lsn = 301; lsn <= 600; lsn++) {
            take(lsn, 290);
        }
        assertNotEquals(20, lines.of(20).lsn);
        for (long lsn = 291; lsn <= 600; lsn++) {
            assertEquals(lsn, lines.of(lsn).lsn);
        }
    }

    @Test
    void shouldHaveRoomForWhatALargerWindowLeft() {
        lines.begin(0, 3L * CAPACITY);
        for (long lsn = 1; lsn <= 3L * CAPACITY; lsn++) {
            take(lsn, 0);
        }
        assertEquals(1, lines.of(1).lsn);
    }
}
