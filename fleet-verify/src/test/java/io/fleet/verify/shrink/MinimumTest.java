package io.fleet.verify.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinimumTest {
    private static final List<Integer> HUNDRED = IntStream.range(0, 100).boxed().toList();
    private static final int ALL = Integer.MAX_VALUE;
    private int tests;

    @Test
    void shouldFindTheElementsThatMatter() {
        final SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200; i++) {
            final Set<Integer> needed = new TreeSet<>();
            for (int k = random.nextInt(6); k >= 0; k--) {
                needed.add(random.nextInt(100));
            }
            assertEquals(List.copyOf(needed), Minimum.of(HUNDRED, ALL, list -> list.containsAll(needed)));
        }
    }

    @Test
    void shouldFindNothingWhereNothingMatters() {
        assertEquals(List.of(), Minimum.of(HUNDRED, ALL, list -> true));
        assertEquals(List.of(), Minimum.of(List.of(), ALL, list -> false));
    }

    @Test
    void shouldKeepAllWhereAllMatters() {
        assertEquals(HUNDRED, Minimum.of(HUNDRED, ALL, list -> list.size() == 100));
        assertEquals(List.of(7), Minimum.of(List.of(7), ALL, list -> list.contains(7)));
    }

    @Test
    void shouldLeaveOutLargePiecesFirst() {
        final List<Integer> many = IntStream.range(0, 4096).boxed().toList();
        assertEquals(List.of(1000), Minimum.of(many, ALL, list -> {
            tests++;
            return list.contains(1000);
        }));
        assertTrue(tests <= 40, "tests " + tests);
    }

    @Test
    void shouldLeaveOutCoarsePiecesOnly() {
        final List<Integer> left = Minimum.of(HUNDRED, 4, list -> {
            tests++;
            return list.contains(33);
        });
        assertTrue(left.contains(33) && left.size() < 8, left::toString);
        assertEquals(HUNDRED, Minimum.of(HUNDRED, 4, list -> list.size() == 100));
    }

    @Test
    void shouldLeaveOutWhatOnlyASecondRoundCan() {
        // 3 can go only when 9 has gone.
        final List<Integer> left = Minimum.of(List.of(3, 9, 20), ALL,
            list -> list.contains(20) && (list.contains(3) || !list.contains(9)));
        assertEquals(List.of(20), left);
    }
}
