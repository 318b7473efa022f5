package io.fleet.examples.kv.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LongDoubleTest {
    private static LongDouble parse(final String text) {
        return LongDouble.parse(text, steps -> true);
    }

    /** The sums that Redis 7.0 answers on x86-64. */
    @ParameterizedTest
    @CsvSource({
        "10.5,0.1,10.6",
        "0.1,0.2,0.3",
        "5.0e3,200,5200",
        "1e20,0.1,100000000000000000000",
        "0.1,123456789.3,123456789.40000000000145519",
        "18446744073709551615,1.5,18446744073709551616",
        "9007199254740993.5,0,9007199254740993.5",
        "1,-1e-17,0.99999999999999999",
        "-0.3,0.1,-0.2",
        "5e-18,0,0",
        "1.5e-17,0,0.00000000000000002",
        "2.5e-17,0,0.00000000000000002",
        "-1e-20,0,0",
        "0x1.8p70,0,1770887431076116955136",
        "0x.8,0,0.5",
        "1e25,-1e25,0",
        "1e25,1,10000000000000000000000000",
        "123456789012345678901234567890.123,0,123456789012345678899921813504",
        "7.33333333333333333333,0,7.33333333333333333",
        "+5,5.,10",
        ".5,0,0.5",
        "00012,0,12",
    })
    void shouldAddAsRedisDoes(final String one, final String other, final String sum) {
        assertEquals(sum, parse(one).plus(parse(other)).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", ".", "1e", "1e+", "0x", "0x.", "0x1p", " 1", "1 ", "1_0", "nan", "1e4933",
        "1e-4952",
        "0x1p16384", "0x1p99999999999", "1e99999999999999999999", "1.18973149535723176509e4932", "infinit", "--1",
        "1,5"})
    void shouldReadNothingElse(final String text) {
        assertNull(parse(text));
    }

    @Test
    void shouldReadTheLargestAndTheSmallest() {
        assertEquals(4_933, parse("1.18973149535723176502e4932").toString().length());
        assertTrue(parse("-1.1e4932").toString().length() <= LongDouble.MAX_WRITTEN);
        assertEquals("0", parse("4e-4951").toString());
        assertNotNull(parse("0e99999999999999999999"));
        assertNull(parse("1.1e4932").plus(parse("1.1e4932")), "no number is so large");
        assertNull(parse("inf").plus(parse("-1")));
        assertNull(parse("1".repeat(LongDouble.MAX_READ + 1)));
        assertEquals("7", parse("0".repeat(LongDouble.MAX_READ - 1) + "7").toString());
    }

    @Test
    void shouldReadNothingWhereThatIsTooMuchWork() {
        assertNull(LongDouble.parse("1e4000", steps -> steps < 10_000));
        assertNotNull(LongDouble.parse("1234567.5", steps -> steps < 10));
    }
}
