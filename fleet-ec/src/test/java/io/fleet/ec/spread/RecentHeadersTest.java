package io.fleet.ec.spread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.mec.EntryId;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RecentHeadersTest {
    private static final int BYTES = 64;
    private static final int ENTRIES = 5;
    private final RecentHeaders headers = new RecentHeaders(BYTES, ENTRIES);
    private final ExpandableArrayBuffer target = new ExpandableArrayBuffer();

    @Test
    void shouldKeepTheNewestThatFit() {
        int kept = 0;
        for (int i = 1; i <= 1_000; i++) {
            headers.put(id(i), header(i), 1, i % 16);
            kept = 0;
            for (int j = Math.max(1, i - 20); j <= i; j++) {
                kept += check(j) ? 1 : 0;
            }
            assertTrue(check(i), "header " + i + " is not kept");
            assertTrue(kept >= Math.min(i, 2) && kept <= ENTRIES, kept + " headers are kept");
        }
    }

    @Test
    void shouldNotKeepALongOne() {
        headers.put(id(1), header(1), 1, 1);
        headers.put(id(2), new UnsafeBuffer(new byte[BYTES]), 0, BYTES / 4 + 1);
        assertEquals(-1, headers.read(id(2), target));
        assertTrue(check(1));
    }

    @Test
    void shouldGiveTheNewerOfTwoWithOneId() {
        for (int i = 1; i <= 10 * ENTRIES; i++) {
            headers.put(id(7), header(i), 1, 5);
            assertEquals(5, headers.read(id(7), target));
            assertEquals((byte) i, target.getByte(0));
        }
    }

    private boolean check(final int i) {
        final int length = headers.read(id(i), target);
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
