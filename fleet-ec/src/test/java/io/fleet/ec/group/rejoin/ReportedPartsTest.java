package io.fleet.ec.group.rejoin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import org.junit.jupiter.api.Test;

class ReportedPartsTest {
    private static final int MOST = 5_000;

    @Test
    void shouldGrowToItsBoundAndKnowWhoHoldsWhat() {
        final ReportedParts listed = new ReportedParts(MOST, 2);
        for (int i = 1; i <= MOST; i++) {
            assertTrue(listed.add(1, new EntryId(1, i, 1)));
        }
        assertFalse(listed.add(1, new EntryId(1, MOST + 1, 1)));
        assertTrue(listed.add(2, new EntryId(1, 3, 1)));
        assertEquals(2, listed.holders(new EntryId(1, 3, 1)));
        assertEquals(1, listed.holders(new EntryId(1, MOST, 1)));
        assertEquals(0, listed.holders(new EntryId(1, MOST + 1, 1)));
        assertTrue(listed.isNeeded(2));
        assertFalse(listed.isNeeded(3));
        assertEquals(MOST, listed.size());
        assertEquals(4, listed.get(3).sequence);
    }
}
