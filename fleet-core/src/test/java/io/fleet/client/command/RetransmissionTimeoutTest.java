package io.fleet.client.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RetransmissionTimeoutTest {
    private static final long MS = 1_000_000;

    private final RetransmissionTimeout patience = new RetransmissionTimeout(300 * MS, 5_000 * MS);

    @Test
    void shouldWaitForAsLongAsWasAskedForWhileAnswersAreQuick() {
        assertEquals(300 * MS, patience.nanos());
        for (int i = 0; i < 100; i++) {
            patience.answered(MS);
        }
        assertEquals(300 * MS, patience.nanos());
    }

    @Test
    void shouldWaitForAsLongAsAnswersTake() {
        for (int i = 0; i < 100; i++) {
            patience.answered(800 * MS + (i & 1) * 100 * MS);
        }
        assertTrue(patience.nanos() > 900 * MS && patience.nanos() < 1_200 * MS, () -> patience.nanos() / MS + " ms");
        for (int i = 0; i < 100; i++) {
            patience.answered(MS);
        }
        assertEquals(300 * MS, patience.nanos(), "what was is forgotten");
    }

    @Test
    void shouldSendAgainBeforeACommandFails() {
        patience.answered(60_000 * MS);
        assertEquals(2_500 * MS, patience.nanos());
        assertEquals(4_000 * MS, new RetransmissionTimeout(4_000 * MS, 5_000 * MS).nanos());
    }

    @Test
    void shouldWaitTwiceAsLongEachTimeAndStillSendAgainBeforeACommandFails() {
        assertEquals(300 * MS, patience.nanos(0));
        assertEquals(1_200 * MS, patience.nanos(2));
        assertEquals(2_400 * MS, patience.nanos(3));
        assertEquals(2_400 * MS, patience.nanos(9));
        patience.answered(700 * MS);
        assertEquals(2_500 * MS, patience.nanos(1));
        assertEquals(4_000 * MS, new RetransmissionTimeout(4_000 * MS, 5_000 * MS).nanos(1));
    }

    @Test
    void shouldLeaveAnotherHalfTheTimeOfACommand() {
        assertEquals(600 * MS, patience.silenceNanos());
        for (int i = 0; i < 100; i++) {
            patience.answered(800 * MS);
        }
        assertEquals(2 * patience.nanos(), patience.silenceNanos());
        patience.answered(60_000 * MS);
        assertEquals(2_500 * MS, patience.silenceNanos());
        assertEquals(8_000 * MS, new RetransmissionTimeout(4_000 * MS, 5_000 * MS).silenceNanos());
    }
}
