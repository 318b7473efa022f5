package io.fleet.ec.codec;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Multiplies with vectors. The product of a byte is that of its low half plus that of its high half, and each has 16
 * values, which a shuffle looks up for all bytes of a vector at once.
 *
 * <p>The loops have one input, up to four outputs, and all tables in local variables, and load before they store:
 * compilers of Java 17 keep such loops in registers, but not those that take more inputs at a time. Vectors have at
 * most 256 bits: longer ones gained nothing, and not every processor that has them can shuffle bytes of them.
 */
final class VectorProduct implements Product {
    private static final int MOST_BITS = 256;
    private static final int PREFERRED = ByteVector.SPECIES_PREFERRED.vectorBitSize();
    private static final VectorSpecies<Byte> SPECIES = VectorSpecies.of(byte.class,
        VectorShape.forBitSize(Math.min(PREFERRED, MOST_BITS)));
    private static final int LANES = SPECIES.length();
    private static final int WIDTH = 4;
    private static final int HALF_BITS = 4;
    private static final byte HALF = 15;
    /** For each number, its products with 0 to 15 and with the multiples of 16, as often as fit into a vector. */
    private static final byte[] TABLES = new byte[512 * LANES];

    static {
        for (int number = 0; number < 256; number++) {
            for (int lane = 0; lane < LANES; lane++) {
                TABLES[low(number) + lane] = (byte) GaloisField.multiply(number, lane & HALF);
                TABLES[high(number) + lane] = (byte) GaloisField.multiply(number, (lane & HALF) << HALF_BITS);
            }
        }
    }

    private final int inputs;
    private byte[] coefficients;
    private int outputs;

    VectorProduct(final int inputs) {
        this.inputs = inputs;
    }

    /** The length of the vectors. */
    static int bits() {
        return SPECIES.vectorBitSize();
    }

    @Override
    public int granule() {
        return LANES;
    }

    @Override
    public void matrix(final byte[] rows, final int count) {
        coefficients = rows;
        outputs = count;
    }

    @Override
    public void multiply(final byte[][] in, final int[] inAt, final byte[][] out, final int[] outAt,
                         final int length) {
        for (int row = 0; row < outputs; row += WIDTH) {
            for (int input = 0; input < inputs; input++) {
                pass(in[input], inAt[input], out, outAt, row, input, length);
            }
        }
    }

    /** One input into up to four outputs; the first input overwrites them. */
    private void pass(final byte[] in, final int at, final byte[][] out, final int[] outAt, final int row,
                      final int input, final int length) {
        final int a = at(row, input);
        final boolean isFirst = input == 0;
        switch (Math.min(WIDTH, outputs - row)) {
            case 1 -> {
                if (isFirst) {
                    set1(in, at, length, out[row], outAt[row], a);
                } else {
                    add1(in, at, length, out[row], outAt[row], a);
                }
            }
            case 2 -> {
                if (isFirst) {
                    set2(in, at, length, out, outAt, row, a, at(row + 1, input));
                } else {
                    add2(in, at, length, out, outAt, row, a, at(row + 1, input));
                }
            }
            case 3 -> {
                if (isFirst) {
                    set3(in, at, length, out, outAt, row, a, at(row + 1, input), at(row + 2, input));
                } else {
                    add3(in, at, length, out, outAt, row, a, at(row + 1, input), at(row + 2, input));
                }
            }
            default -> {
                if (isFirst) {
                    set4(in, at, length, out, outAt, row, a, at(row + 1, input), at(row + 2, input),
                        at(row + 3, input));
                } else {
                    add4(in, at, length, out, outAt, row, a, at(row + 1, input), at(row + 2, input),
                        at(row + 3, input));
                }
            }
        }
    }

    private static void set1(final byte[] in, final int at, final int length, final byte[] outA,
                             final int atA, final int a) {
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(low.selectFrom(lowA), high.selectFrom(highA));
            newA.intoArray(outA, atA + i);
        }
    }

    private static void add1(final byte[] in, final int at, final int length, final byte[] outA,
                             final int atA, final int a) {
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector sumA = load(outA, atA + i);
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(sumA, add(low.selectFrom(lowA), high.selectFrom(highA)));
            newA.intoArray(outA, atA + i);
        }
    }

    private static void set2(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final int a, final int b) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        final ByteVector lowB = load(TABLES, low(b));
        final ByteVector highB = load(TABLES, high(b));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(low.selectFrom(lowA), high.selectFrom(highA));
            final ByteVector newB = add(low.selectFrom(lowB), high.selectFrom(highB));
            newA.intoArray(outA, atA + i);
            newB.intoArray(outB, atB + i);
        }
    }

    private static void add2(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final int a, final int b) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        final ByteVector lowB = load(TABLES, low(b));
        final ByteVector highB = load(TABLES, high(b));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector sumA = load(outA, atA + i);
            final ByteVector sumB = load(outB, atB + i);
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(sumA, add(low.selectFrom(lowA), high.selectFrom(highA)));
            final ByteVector newB = add(sumB, add(low.selectFrom(lowB), high.selectFrom(highB)));
            newA.intoArray(outA, atA + i);
            newB.intoArray(outB, atB + i);
        }
    }

    private static void set3(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final int a, final int b, final int c) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final byte[] outC = out[row + 2];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final int atC = outAt[row + 2];
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        final ByteVector lowB = load(TABLES, low(b));
        final ByteVector highB = load(TABLES, high(b));
        final ByteVector lowC = load(TABLES, low(c));
        final ByteVector highC = load(TABLES, high(c));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(low.selectFrom(lowA), high.selectFrom(highA));
            final ByteVector newB = add(low.selectFrom(lowB), high.selectFrom(highB));
            final ByteVector newC = add(low.selectFrom(lowC), high.selectFrom(highC));
            newA.intoArray(outA, atA + i);
            newB.intoArray(outB, atB + i);
            newC.intoArray(outC, atC + i);
        }
    }

    private static void add3(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final int a, final int b, final int c) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final byte[] outC = out[row + 2];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final int atC = outAt[row + 2];
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        final ByteVector lowB = load(TABLES, low(b));
        final ByteVector highB = load(TABLES, high(b));
        final ByteVector lowC = load(TABLES, low(c));
        final ByteVector highC = load(TABLES, high(c));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector sumA = load(outA, atA + i);
            final ByteVector sumB = load(outB, atB + i);
            final ByteVector sumC = load(outC, atC + i);
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(sumA, add(low.selectFrom(lowA), high.selectFrom(highA)));
            final ByteVector newB = add(sumB, add(low.selectFrom(lowB), high.selectFrom(highB)));
            final ByteVector newC = add(sumC, add(low.selectFrom(lowC), high.selectFrom(highC)));
            newA.intoArray(outA, atA + i);
            newB.intoArray(outB, atB + i);
            newC.intoArray(outC, atC + i);
        }
    }

    private static void set4(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final int a, final int b, final int c, final int d) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final byte[] outC = out[row + 2];
        final byte[] outD = out[row + 3];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final int atC = outAt[row + 2];
        final int atD = outAt[row + 3];
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        final ByteVector lowB = load(TABLES, low(b));
        final ByteVector highB = load(TABLES, high(b));
        final ByteVector lowC = load(TABLES, low(c));
        final ByteVector highC = load(TABLES, high(c));
        final ByteVector lowD = load(TABLES, low(d));
        final ByteVector highD = load(TABLES, high(d));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(low.selectFrom(lowA), high.selectFrom(highA));
            final ByteVector newB = add(low.selectFrom(lowB), high.selectFrom(highB));
            final ByteVector newC = add(low.selectFrom(lowC), high.selectFrom(highC));
            final ByteVector newD = add(low.selectFrom(lowD), high.selectFrom(highD));
            newA.intoArray(outA, atA + i);
            newB.intoArray(outB, atB + i);
            newC.intoArray(outC, atC + i);
            newD.intoArray(outD, atD + i);
        }
    }

    private static void add4(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final int a, final int b, final int c, final int d) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final byte[] outC = out[row + 2];
        final byte[] outD = out[row + 3];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final int atC = outAt[row + 2];
        final int atD = outAt[row + 3];
        final ByteVector lowA = load(TABLES, low(a));
        final ByteVector highA = load(TABLES, high(a));
        final ByteVector lowB = load(TABLES, low(b));
        final ByteVector highB = load(TABLES, high(b));
        final ByteVector lowC = load(TABLES, low(c));
        final ByteVector highC = load(TABLES, high(c));
        final ByteVector lowD = load(TABLES, low(d));
        final ByteVector highD = load(TABLES, high(d));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector sumA = load(outA, atA + i);
            final ByteVector sumB = load(outB, atB + i);
            final ByteVector sumC = load(outC, atC + i);
            final ByteVector sumD = load(outD, atD + i);
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(sumA, add(low.selectFrom(lowA), high.selectFrom(highA)));
            final ByteVector newB = add(sumB, add(low.selectFrom(lowB), high.selectFrom(highB)));
            final ByteVector newC = add(sumC, add(low.selectFrom(lowC), high.selectFrom(highC)));
            final ByteVector newD = add(sumD, add(low.selectFrom(lowD), high.selectFrom(highD)));
            newA.intoArray(outA, atA + i);
            newB.intoArray(outB, atB + i);
            newC.intoArray(outC, atC + i);
            newD.intoArray(outD, atD + i);
        }
    }

    private int at(final int row, final int input) {
        return coefficients[row * inputs + input] & 0xFF;
    }

    private static ByteVector load(final byte[] from, final int at) {
        return ByteVector.fromArray(SPECIES, from, at);
    }

    private static ByteVector add(final ByteVector a, final ByteVector b) {
        return a.lanewise(VectorOperators.XOR, b);
    }

    /** Shifted in pairs of bytes, which processors can do, and what came over from the neighbor is masked out. */
    private static ByteVector highHalves(final ByteVector bytes) {
        return bytes.reinterpretAsShorts().lanewise(VectorOperators.LSHR, HALF_BITS).reinterpretAsBytes().and(HALF);
    }

    private static int low(final int number) {
        return 2 * number * LANES;
    }

    private static int high(final int number) {
        return (2 * number + 1) * LANES;
    }
}
