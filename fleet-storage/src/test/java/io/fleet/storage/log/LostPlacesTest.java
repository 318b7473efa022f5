package io.fleet.storage.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** What a log says of its lost places, from one start to the next. */
class LostPlacesTest {
    private static final int MOST = 336;

    private final UnsafeBuffer note = new UnsafeBuffer(new byte[FrameHeader.BLOCK]);
    private int length;

    @Test
    void shouldNoteAsManyPlacesAsABlockHolds() {
        final LostPlaces lost = start(0, MOST);
        assertTrue(lost.isNoteDue(1));
        length = lost.encode(note, FrameHeader.LENGTH);
        assertEquals(FrameHeader.BLOCK, FrameHeader.LENGTH + length);
        final LostPlaces next = start(0, MOST);
        assertNull(next.news());
        assertFalse(next.isNoteDue(1));
    }

    /** The first place can be read in between, while so many others are lost that they cannot be noted. */
    @Test
    void shouldTellOfAPlaceThatCouldBeReadWhileTooManyWereLost() {
        length = start(0, 1).encode(note, FrameHeader.LENGTH);
        final LostPlaces many = start(1, MOST + 2);
        assertNotNull(many.news());
        assertTrue(many.isNoteDue(1));
        length = many.encode(note, FrameHeader.LENGTH);
        assertFalse(start(1, MOST + 2).isNoteDue(1), "there is nothing else to say");
        assertNotNull(start(0, 1).news());
    }

    private LostPlaces start(final int from, final int to) {
        final LostPlaces lost = new LostPlaces();
        lost.onNote(note, FrameHeader.LENGTH, length, 3);
        for (int place = from; place < to; place++) {
            lost.lose(3, place * FrameHeader.BLOCK, (place + 1) * FrameHeader.BLOCK, "place " + place);
        }
        return lost;
    }
}
