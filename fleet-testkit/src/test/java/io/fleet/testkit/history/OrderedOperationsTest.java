package io.fleet.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class OrderedOperationsTest {
    @Test
    void shouldWriteTheSameWordsForTheSameSetOnly() {
        final SplittableRandom random = new SplittableRandom(1);
        final OrderedOperations operations = new OrderedOperations(200);
        final BitSet expected = new BitSet();
        final Map<String, BitSet> sets = new HashMap<>();
        for (int i = 0; i < 50_000; i++) {
            final int operation = Math.min(199, random.nextInt(1 + i % 230));
            final boolean add = random.nextInt(3) > 0;
            if (add) {
                operations.add(operation);
            } else {
                operations.remove(operation);
            }
            expected.set(operation, add);
            final long[] copy = new long[operations.length()];
            operations.copy(copy, 0);
            final BitSet other = sets.putIfAbsent(Arrays.toString(copy), (BitSet) expected.clone());
            assertEquals(expected, other == null ? expected : other);
        }
    }

    @Test
    void shouldCopyOnlyWhatLiesAboveTheFirstGap() {
        final OrderedOperations operations = new OrderedOperations(100_000);
        for (int i = 0; i < 99_999; i++) {
            operations.add(i);
        }
        assertEquals(2, operations.length());
        operations.remove(98_000);
        assertEquals(1 + 32, operations.length());
    }
}
