package io.fleet.examples.kv.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers as Redis adds them on x86-64: with a mantissa of 64 bits and an exponent of 15, read by the rules of C, and
 * written with at most 17 digits behind the point. Computed with whole numbers, so alike on every machine. Immutable.
 */
public final class LongDouble {
    /** The longest text that is read, in bytes. */
    public static final int MAX_READ = 5 * 1024 - 1;
    /** The longest text that is written, in bytes: sign, 4,933 digits, point, 17 digits. */
    public static final int MAX_WRITTEN = 4_952;
    private static final Pattern DECIMAL = Pattern.compile("([0-9]*+)(?:\\.([0-9]*+))?(?:[eE]([+-]?[0-9]++))?");
    private static final Pattern HEX = Pattern
        .compile("0[xX]([0-9a-fA-F]*+)(?:\\.([0-9a-fA-F]*+))?(?:[pP]([+-]?[0-9]++))?");
    private static final Pattern INFINITE = Pattern.compile("[iI][nN][fF](?:[iI][nN][iI][tT][yY])?");
    private static final int MANTISSA_BITS = 64;
    /** What the highest bit stands for at most, and the lowest bit at least: powers of 2. */
    private static final int MOST_BITS = 16_384;
    private static final int LEAST_EXPONENT = -16_445;
    /** More digits before the point than any number has; as many zeros behind it are more than any has. */
    private static final int DIGITS = 4_970;
    private static final int MOST_EXPONENT = 1_000_000;
    private static final int WRITTEN_DIGITS = 17;
    private static final int COST_SHARE = 256;

    /** Null where it is infinite. */
    private final BigDecimal value;

    private LongDouble(final BigDecimal value) {
        this.value = value;
    }

    /**
     * Reads a number.
     *
     * @param text   all of it must be the number.
     * @param budget is told how much work it is, in steps; where it says no, nothing is read.
     * @return null where there is none, or none within the range.
     */
    public static LongDouble parse(final String text, final LongPredicate budget) {
        if (text.isEmpty() || text.length() > MAX_READ) {
            return null;
        }
        final boolean isNegative = text.charAt(0) == '-';
        final String digits = isNegative || text.charAt(0) == '+' ? text.substring(1) : text;
        if (INFINITE.matcher(digits).matches()) {
            return new LongDouble(null);
        }
        final BigDecimal exact = exact(digits);
        if (exact == null || !budget.test(cost(exact))) {
            return null;
        }
        final BigDecimal rounded = rounded(isNegative ? exact.negate() : exact);
        return rounded == null || rounded.signum() == 0 && exact.signum() != 0 ? null : new LongDouble(rounded);
    }

    /** What is written, where it can be in the range. */
    private static BigDecimal exact(final String text) {
        final Matcher hex = HEX.matcher(text);
        final boolean isHex = hex.matches();
        final Matcher matcher = isHex ? hex : DECIMAL.matcher(text);
        if (!isHex && !matcher.matches()) {
            return null;
        }
        final String fraction = matcher.group(2) == null ? "" : matcher.group(2);
        final String digits = matcher.group(1) + fraction;
        if (digits.isEmpty()) {
            return null;
        }
        final BigInteger whole = new BigInteger(digits, isHex ? 16 : 10);
        if (whole.signum() == 0) {
            return BigDecimal.ZERO;
        }
        final int exponent = exponent(matcher.group(3));
        return isHex ? binary(whole, exponent - 4 * fraction.length())
            : decimal(new BigDecimal(whole, fraction.length() - exponent));
    }

    private static int exponent(final String text) {
        if (text == null) {
            return 0;
        }
        final BigInteger given = new BigInteger(text);
        return given.bitLength() > Integer.SIZE - 2 ? given.signum() * MOST_EXPONENT
            : Math.max(-MOST_EXPONENT, Math.min(MOST_EXPONENT, given.intValue()));
    }

    private static BigDecimal decimal(final BigDecimal number) {
        return Math.abs(number.precision() - number.scale()) > DIGITS ? null : number;
    }

    private static BigDecimal binary(final BigInteger whole, final int exponent) {
        final int bits = whole.bitLength() + exponent;
        return bits > MOST_BITS || bits < LEAST_EXPONENT - 1 ? null : scaled(whole, exponent);
    }

    private static BigDecimal scaled(final BigInteger whole, final int exponent) {
        return exponent >= 0 ? new BigDecimal(whole.shiftLeft(exponent))
            : new BigDecimal(whole.multiply(BigInteger.valueOf(5).pow(-exponent)), -exponent);
    }

    private static long cost(final BigDecimal number) {
        final long digits = (long) number.precision() + Math.abs(number.scale());
        return digits * digits / COST_SHARE;
    }

    /** The nearest number there is, of two the even one; null where it is too large. */
    private static BigDecimal rounded(final BigDecimal exact) {
        if (exact.signum() == 0) {
            return BigDecimal.ZERO;
        }
        final BigDecimal size = exact.abs();
        final BigInteger above = size.scale() > 0 ? size.unscaledValue() : size.toBigIntegerExact();
        final BigInteger below = size.scale() > 0 ? BigInteger.TEN.pow(size.scale()) : BigInteger.ONE;
        int exponent = Math.max(LEAST_EXPONENT, above.bitLength() - below.bitLength() - MANTISSA_BITS);
        BigInteger mantissa = divided(above, below, exponent);
        if (mantissa.bitLength() > MANTISSA_BITS) {
            exponent++;
            mantissa = divided(above, below, exponent);
        }
        if (mantissa.bitLength() + exponent > MOST_BITS) {
            return null;
        }
        return scaled(exact.signum() < 0 ? mantissa.negate() : mantissa, exponent);
    }

    private static BigInteger divided(final BigInteger above, final BigInteger below, final int exponent) {
        final BigInteger divisor = exponent > 0 ? below.shiftLeft(exponent) : below;
        final BigInteger[] parts = (exponent > 0 ? above : above.shiftLeft(-exponent)).divideAndRemainder(divisor);
        final int half = parts[1].shiftLeft(1).compareTo(divisor);
        return half > 0 || half == 0 && parts[0].testBit(0) ? parts[0].add(BigInteger.ONE) : parts[0];
    }

    /**
     * The sum.
     *
     * @param other the number to add.
     * @return null where there is none that is finite.
     */
    public LongDouble plus(final LongDouble other) {
        final BigDecimal sum = value == null || other.value == null ? null : rounded(value.add(other.value));
        return sum == null ? null : new LongDouble(sum);
    }

    /** The number as Redis writes it; only of one that is finite. */
    @Override
    public String toString() {
        return value.setScale(WRITTEN_DIGITS, RoundingMode.HALF_EVEN).stripTrailingZeros().toPlainString();
    }
}
