package io.fleet.consensus.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BallotTest {
    @Test
    void shouldBeAboveEveryBallotOfTheRoundBefore() {
        final long known = Ballot.next(Ballot.NONE, 1023);
        final long next = Ballot.next(known, 0);
        assertTrue(next > known);
        assertEquals(2, Ballot.round(next));
        assertEquals(0, Ballot.node(next));
    }

    @Test
    void shouldNeverBeTheSameForTwoNodes() {
        final SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 1000; i++) {
            final long known = random.nextLong(1L << 40);
            final int node = random.nextInt(1023);
            assertNotEquals(Ballot.next(known, node), Ballot.next(known, node + 1));
            assertEquals(node, Ballot.node(Ballot.next(known, node)));
            assertTrue(Ballot.next(known, node) > known);
        }
    }

    @Test
    void shouldTellNoBallotFromTheFirstOfNodeZero() {
        assertEquals(-1, Ballot.node(Ballot.NONE));
        assertEquals(0, Ballot.round(Ballot.NONE));
        assertEquals(0, Ballot.node(Ballot.next(Ballot.NONE, 0)));
        assertEquals("none", Ballot.format(Ballot.NONE));
        assertEquals("7.2", Ballot.format(7L << 16 | 2));
    }

    @Test
    @Tag("hazard-X-C1")
    void shouldHaveADefinedEnd() {
        assertTrue(Ballot.hasNext(Ballot.MAX_ROUND - 1 << 16 | 1023));
        assertEquals(Ballot.MAX_ROUND << 16 | 5, Ballot.next(Ballot.MAX_ROUND - 1 << 16 | 1023, 5));
        assertFalse(Ballot.hasNext(Ballot.MAX_ROUND << 16));
        assertFalse(Ballot.hasNext(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> Ballot.next(Ballot.MAX, 1));
        assertThrows(IllegalArgumentException.class, () -> Ballot.next(0, 0x10000));
    }
}
