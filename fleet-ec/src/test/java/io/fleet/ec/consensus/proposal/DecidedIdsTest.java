package io.fleet.ec.consensus.proposal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.ec.consensus.OneNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DecidedIdsTest {
    private static final int SIZE = 4;

    private final DecidedIds decided = new DecidedIds(SIZE);

    @Test
    void shouldKnowWhatWasDecidedLast() {
        for (int slot = 1; slot <= SIZE + 2; slot++) {
            decided.add(OneNode.id(slot), slot);
        }
        assertEquals(0, decided.slotOf(OneNode.id(2)));
        assertEquals(3, decided.slotOf(OneNode.id(3)));
        assertEquals(3, decided.knownFrom());
    }

    /** An id that was decided again a moment ago goes last: what is known reaches back as far as before. */
    @Tag("hazard-E-D4")
    @Test
    void shouldNotForgetAWindowForAnIdThatWasDecidedTwice() {
        decided.add(OneNode.id(7), 1);
        decided.add(OneNode.id(8), 2);
        decided.add(OneNode.id(9), 3);
        decided.add(OneNode.id(7), 4);
        decided.add(OneNode.id(7), 3);
        decided.add(OneNode.id(10), 5);
        assertEquals(2, decided.knownFrom());
        assertEquals(4, decided.slotOf(OneNode.id(7)));
        decided.add(OneNode.id(11), 6);
        decided.add(OneNode.id(12), 7);
        assertEquals(4, decided.knownFrom());
        assertEquals(4, decided.slotOf(OneNode.id(7)));
        decided.add(OneNode.id(13), 8);
        assertEquals(0, decided.slotOf(OneNode.id(7)));
        assertEquals(5, decided.knownFrom());
        assertEquals(5, decided.slotOf(OneNode.id(10)));
    }
}
