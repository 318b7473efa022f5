package io.fleet.consensus.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.LongPredicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AnsweredLivesTest {
    private static final LongPredicate TWO = set -> Long.bitCount(set) >= 2;
    private static final LongPredicate THREE = set -> Long.bitCount(set) >= 3;

    private final AnsweredLives lives = new AnsweredLives();

    @Test
    void shouldCountAllWhoKnowTheSame() {
        put(0, 1, 1, 2, 1);
        put(1, 2, 1, 2, 1);
        assertEquals(0b11, lives.among(0b111, TWO), "who has not answered does not count");
        assertEquals(0, lives.among(0b111, THREE));
        assertEquals(0b10, lives.among(0b010, set -> set != 0));
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldNotCountAFormerLifeBesideOneThatKnowsTheLater() {
        put(0, 1, 1, 2, 1);
        put(1, 1, 1, 1, 1);
        put(2, 1, 1, 1, 1);
        assertEquals(0, lives.among(0b011, TWO));
        assertEquals(0b101, lives.among(0b111, TWO));
    }

    @Test
    void shouldCountWhoDoesNotKnowTheLaterLifeBesideIt() {
        put(0, 1, 1, 2, 1);
        put(1, 2, 1, 2, 1);
        put(2, 1, 1, 1, 1);
        assertEquals(0b111, lives.among(0b111, THREE));
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldDoWithoutOneThatContradictsAll() {
        put(0, 1, 1, 9000, 9000, 9000);
        put(1, 2, 1, 2, 1, 1);
        put(2, 1, 1, 2, 1, 1);
        put(3, 1, 1, 2, 1, 1);
        assertEquals(0b1110, lives.among(0b1111, THREE));
    }

    @Test
    void shouldForgetWhatWasAnswered() {
        put(0, 1, 1, 1);
        put(1, 1, 1, 1);
        lives.forget();
        assertEquals(0, lives.among(0b11, TWO));
    }

    @Test
    @Tag("hazard-S-A4b")
    void shouldTakeTheHighestNumberThatOneNames() {
        put(0, 1, 1, 1, 3);
        put(1, 1, 1, 1, 7);
        put(2, 1, 1, 1);
        assertEquals(7, lives.leastNumber(0b011, 2, 2));
        assertEquals(7, lives.leastNumber(0b111, 2, 2));
        assertEquals(3, lives.leastNumber(0b101, 2, 2));
    }

    @Test
    void shouldNotTakeANumberFarAboveWhatEnoughOfThemName() {
        put(0, 1, 1, 1, 3);
        put(1, 1, 1, 1, 4 + AnsweredLives.MAX_JUMP);
        assertEquals(3, lives.leastNumber(0b11, 2, 2));
        put(0, 1, 1, 1, 4);
        assertEquals(4 + AnsweredLives.MAX_JUMP, lives.leastNumber(0b11, 2, 2));
        assertEquals(0, lives.leastNumber(0b01, 3, 2), "nobody names one");
    }

    @Test
    @Tag("hazard-S-A4d")
    void shouldKeepWhatOneHasNamedInTheSameLife() {
        put(0, 1, 1, 1, 3);
        put(0, 1, 1, 1, 2);
        assertEquals(3, lives.leastNumber(0b1, 2, 1), "it leads no longer, and knows less");
        put(0, 2, 1, 1, 2);
        assertEquals(2, lives.leastNumber(0b1, 2, 1), "another life");
        lives.forget();
        put(0, 2, 1, 1, 1);
        assertEquals(1, lives.leastNumber(0b1, 2, 1));
    }

    private void put(final int place, final int number, final int... names) {
        lives.put(place, number, names, names.length);
    }
}
