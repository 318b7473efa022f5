package io.fleet.ec.consensus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EntryTableTest {
    @Test
    void shouldDoAsAMapDoes() {
        final SplittableRandom random = new SplittableRandom(5);
        final EntryTable table = new EntryTable(40);
        final Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            final EntryId id = new EntryId(1 + random.nextInt(4), random.nextInt(20), random.nextInt(2));
            if (random.nextBoolean()) {
                final boolean fits = map.containsKey(id.toString()) || map.size() < 40;
                assertEquals(fits, table.put(id, i));
                if (fits) {
                    map.put(id.toString(), i);
                }
            } else {
                final Integer expected = map.remove(id.toString());
                assertEquals(expected == null ? EntryTable.MISSING : expected, table.remove(id));
            }
            assertEquals(map.size(), table.size());
            final EntryId other = new EntryId(1 + random.nextInt(4), random.nextInt(20), random.nextInt(2));
            assertEquals(map.getOrDefault(other.toString(), EntryTable.MISSING), table.get(other));
        }
    }

    @Test
    void shouldBeBound() {
        final EntryTable table = new EntryTable(1);
        assertFalse(table.isFull());
        assertTrue(table.put(new EntryId(1, 1, 1), 5));
        assertTrue(table.isFull());
        assertFalse(table.put(new EntryId(1, 1, 2), 5));
        assertThrows(IllegalArgumentException.class, () -> new EntryTable(0));
    }
}
