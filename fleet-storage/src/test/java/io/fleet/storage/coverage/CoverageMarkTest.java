package io.fleet.storage.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoverageMarkTest {
    @Test
    void shouldCountHitsAndBeListedByName() {
        final CoverageMark mark = CoverageMark.named("mark-test.counted");
        mark.hit();
        mark.hit();

        assertEquals(2, mark.hits());
        assertTrue(CoverageMark.all().contains(mark));
        assertEquals("mark-test.counted 2", mark.toString());
    }

    @Test
    void shouldRefuseANameThatIsTaken() {
        CoverageMark.named("mark-test.taken");

        assertThrows(IllegalArgumentException.class, () -> CoverageMark.named("mark-test.taken"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "place", "place.", ".what", "Place.what", "place.what.more", "place.what-", "a b.c"})
    void shouldRefuseANameOfAnotherForm(final String name) {
        assertThrows(IllegalArgumentException.class, () -> CoverageMark.named(name));
    }
}
