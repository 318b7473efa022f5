package io.fleet.verify.torture.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LongTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "17", "17;18;", "7*70000", "17;7*9000;18;8*100;", "1*4", "12*34*56", "*", "5*", "*5",
        "3*2", "3*99999999", "3*9999999999", "x7*20y"})
    void shouldRecognizeWhatItSpells(final String value) {
        assertEquals(value, LongText.recognize(LongText.spell(value)));
        assertEquals(LongText.spell(value).length(), LongText.length(value));
    }

    @Test
    void shouldSpellNamesInFull() {
        assertEquals(70_000, LongText.spell(LongText.name(7, 70_000)).length());
        assertNotEquals(LongText.spell("7*500").substring(6), LongText.spell("8*500").substring(6));
        assertNull(LongText.recognize(null));
    }

    @Test
    void shouldNotRecognizeWhatIsDamaged() {
        final String text = LongText.spell("7*70000");
        final String other = LongText.spell("8*70000");
        final int half = text.length() / 2;
        final char[] flipped = text.toCharArray();
        flipped[half]++;
        damaged(new String(flipped));
        damaged(text.substring(0, half));
        damaged(text.substring(0, half) + other.substring(half));
        damaged(text.substring(0, 8) + text.substring(half) + text.substring(8, half));
        assertEquals("7*70000x", LongText.recognize(text + "x"));
    }

    private static void damaged(final String text) {
        final String found = LongText.recognize(text);
        assertTrue(found.contains("damaged behind 7*70000 at 0"), found);
    }
}
