package io.fleet.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LifeTest {
    @Test
    void shouldPutTheNumberBeforeTheStart() {
        final long life = Life.of(2, 17, 0x5A3F1);
        assertEquals(2, Life.number(life));
        assertEquals(17, Life.start(life));
        assertEquals("2.17.5a3f1", Life.format(life));
        assertTrue(life > 0);
        assertTrue(Life.isLater(Life.of(2, 1, 0), Life.of(1, 17, -1)));
        assertTrue(Life.isLater(Life.of(1, 18, 0), Life.of(1, 17, -1)));
        assertFalse(Life.isLater(Life.of(1, 17, 0), Life.of(1, 17, -1)));
        assertFalse(Life.isLater(Life.of(1, 17, -1), Life.of(1, 17, 0)), "the mark is no order");
        assertTrue(Life.isLater(Life.of(1, 1, 0), Life.NONE));
        assertTrue(Life.of(Life.MAX_NUMBER, Long.MAX_VALUE, -1) > 0);
    }

    @Test
    void shouldTellProcessesApartByStartAndMark() {
        final long life = Life.of(0, 3, 77);
        assertTrue(Life.isSameProcess(life, Life.withNumber(life, 5)));
        assertFalse(Life.isSameProcess(life, Life.of(0, 3, 78)));
        assertFalse(Life.isSameProcess(life, Life.of(0, 4, 77)));
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> Life.of(Life.MAX_NUMBER + 1, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> Life.of(-1, 1, 0));
        assertThrows(IllegalArgumentException.class, () -> Life.of(1, 0, 0));
    }

    @Test
    void shouldGiveClustersOfDifferentNumbersDifferentBirths() {
        assertNotEquals(BirthId.ofNumber(1), BirthId.ofNumber(2));
        assertEquals(BirthId.ofNumber(1), BirthId.ofNumber(1));
        assertNotEquals(BirthId.NONE, BirthId.drawn(0));
        assertEquals("00000000000000ff", BirthId.format(255));
    }
}
