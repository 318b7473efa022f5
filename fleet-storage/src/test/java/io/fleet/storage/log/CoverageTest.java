package io.fleet.storage.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class CoverageTest {
    private static final int FILES = 4;
    private static final int SLOW = 7;
    private static final int BUSY = 3;

    private final Coverage coverage = new Coverage();

    @Test
    void shouldNameTheGroupThatKeepsWhatOthersWrote() {
        fill();
        assertEquals(List.of((long) SLOW), heldUpBy(group -> group == BUSY ? 40 : 0));
        assertEquals(1, coverage.trimmableBelow(group -> group == BUSY ? 40 : 0, FILES));
    }

    @Test
    void shouldNameNobodyWhereMostIsTheirs() {
        fill();
        assertEquals(List.of(), heldUpBy(group -> 0));
        assertEquals(List.of(), heldUpBy(group -> group == SLOW ? 1 : 0));
    }

    @Test
    void shouldNameNobodyWhileThereAreFewFiles() {
        coverage.add(1, SLOW, 1, 100);
        coverage.add(2, BUSY, 1, 1_000);
        coverage.add(3, BUSY, 2, 1_000);
        assertEquals(List.of(), heldUpBy(group -> group == BUSY ? 2 : 0));
    }

    @Test
    void shouldCountWhatIsLeftOnly() {
        coverage.add(1, SLOW, 1, 50_000);
        coverage.add(2, SLOW, 2, 100);
        for (int i = 0; i < FILES; i++) {
            coverage.add(2 + i, BUSY, 10 * (i + 1), 1_000);
        }
        assertEquals(List.of(), heldUpBy(group -> group == BUSY ? 40 : 0));
        coverage.dropBelow(2);
        assertEquals(List.of((long) SLOW), heldUpBy(group -> group == BUSY ? 40 : 0));
    }

    /** In the first file a record of each, and then more and more of one. */
    private void fill() {
        coverage.add(1, SLOW, 1, 100);
        for (int i = 0; i < FILES; i++) {
            coverage.add(1 + i, BUSY, 10 * (i + 1), 1_000);
        }
    }

    private List<Long> heldUpBy(final LongUnaryOperator trimmed) {
        final List<Long> groups = new ArrayList<>();
        coverage.heldUpBy(trimmed, FILES, groups::add);
        return groups;
    }
}
