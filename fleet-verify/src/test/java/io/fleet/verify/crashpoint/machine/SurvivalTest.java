package io.fleet.verify.crashpoint.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurvivalTest {
    @Test
    void shouldChooseEverySubsetOfSixUnits() {
        for (int units = 0; units <= Survival.ALL_SUBSETS; units++) {
            assertEquals(1 << units, new HashSet<>(Survival.of(units)).size());
        }
    }

    @Test
    void shouldChooseNoneAllPrefixesAndEachAloneAndAllButEachOfMore() {
        final List<Survival> choices = Survival.of(20);
        for (int unit = 0; unit < 20; unit++) {
            final int each = unit;
            assertTrue(choices.stream().anyMatch(choice -> isPrefix(choice.kept(), each)), "prefix of " + unit);
            assertTrue(choices.stream().anyMatch(choice -> choice.kept().cardinality() == 1
                && choice.kept().get(each)));
            assertTrue(choices.stream().anyMatch(choice -> choice.kept().cardinality() == 19
                && !choice.kept().get(each)));
        }
        assertTrue(choices.stream().anyMatch(choice -> choice.kept().cardinality() == 20));
        assertTrue(choices.size() <= 64);
    }

    @Test
    void shouldChooseTheEdgesOfVeryMany() {
        final List<Survival> choices = Survival.of(1_024);
        assertTrue(choices.size() <= 64, "choices: " + choices.size());
        for (final int unit : new int[] {0, 1, 6, 1_017, 1_022, 1_023}) {
            assertTrue(choices.stream().anyMatch(choice -> isPrefix(choice.kept(), unit)), "prefix of " + unit);
        }
    }

    @Test
    void shouldCutAFileThatIsCreatedAtItsFirstAndLastSectors() {
        final List<Long> lengths = Survival.ofCreation(0, 16_384).stream().map(Survival::created).sorted().toList();
        assertEquals(List.of(0L, 512L, 4_096L, 12_288L, 15_872L, 16_384L), lengths);
        assertEquals(12, Survival.ofCreation(3, 16_384).size());
    }

    private static boolean isPrefix(final BitSet kept, final int length) {
        return kept.cardinality() == length && kept.nextClearBit(0) == length;
    }
}
