package io.fleet.ec.dissemination.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.format.PieceTag;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RecentPiecesTest {
    private static final int BYTES = 64;
    private static final int ENTRIES = 5;
    private static final long TAG = PieceTag.of(1, 3);
    private final RecentPieces pieces = new RecentPieces(BYTES, ENTRIES);
    private final ExpandableArrayBuffer target = new ExpandableArrayBuffer();

    @Test
    void shouldKeepTheNewestThatFit() {
        int kept = 0;
        for (int i = 1; i <= 1_000; i++) {
            pieces.put(id(i), TAG, header(i), 1, i % 16);
            kept = 0;
            for (int j = Math.max(1, i - 20); j <= i; j++) {
                kept += check(j) ? 1 : 0;
            }
            assertTrue(check(i), "header " + i + " is not kept");
            assertTrue(kept >= Math.min(i, 2) && kept <= ENTRIES, kept + " pieces are kept");
        }
    }

    @Test
    void shouldNotKeepALongOne() {
        pieces.put(id(1), TAG, header(1), 1, 1);
        pieces.put(id(2), TAG, new UnsafeBuffer(new byte[BYTES]), 0, BYTES / 4 + 1);
        assertEquals(-1, pieces.read(id(2), TAG, target));
        assertTrue(check(1));
    }

    @Test
    void shouldGiveTheNewerOfTwoWithOneId() {
        for (int i = 1; i <= 10 * ENTRIES; i++) {
            pieces.put(id(7), TAG, header(i), 1, 5);
            assertEquals(5, pieces.read(id(7), TAG, target));
            assertEquals((byte) i, target.getByte(0));
        }
    }

    @Test
    void shouldKeepThePiecesOfAnEntryApart() {
        for (int piece = 0; piece < 3; piece++) {
            pieces.put(id(1), PieceTag.of(piece, 3), header(10 + piece), 0, 8);
        }
        for (int piece = 0; piece < 3; piece++) {
            assertEquals(8, pieces.read(id(1), PieceTag.of(piece, 3), target));
            assertEquals((byte) (10 + piece), target.getByte(0));
        }
        assertEquals(-1, pieces.read(id(1), PieceTag.of(1, 2), target));
        assertEquals(-1, pieces.read(id(2), PieceTag.of(1, 3), target));
    }

    private boolean check(final int i) {
        final int length = pieces.read(id(i), TAG, target);
        for (int at = 0; at < length; at++) {
            assertEquals((byte) i, target.getByte(at), "header " + i);
        }
        assertTrue(length < 0 || length == i % 16, "header " + i + " is " + length + " long");
        return length >= 0;
    }

    private static EntryId id(final int i) {
        return new EntryId(3, i, i);
    }

    private static UnsafeBuffer header(final int i) {
        final UnsafeBuffer header = new UnsafeBuffer(new byte[32]);
        header.setMemory(0, 32, (byte) i);
        return header;
    }
}
