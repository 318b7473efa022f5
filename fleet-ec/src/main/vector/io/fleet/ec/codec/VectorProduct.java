package io.fleet.ec.codec;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Multiplies with vectors. The product of a byte is that of its low half plus that of its high half, and each has 16
 * values, which a shuffle looks up for all bytes of a vector at once.
 *
 * <p>A loop takes one input into one output or two, has all its tables in local variables, and loads before it stores.
 * The compiler of Java 17 keeps such a loop in registers, but neither one with more inputs or outputs nor two of them
 * in one method: those make an object for each step, and take ten times as long and more. So that it cannot put two of
 * them into their caller, they are called by handles that it does not see through.
 *
 * <p>Vectors have at most 256 bits: longer ones gained nothing, and not every processor that has them can shuffle their
 * bytes.
 */
final class VectorProduct implements Product {
    private static final int MOST_BITS = 256;
    private static final int PREFERRED = ByteVector.SPECIES_PREFERRED.vectorBitSize();
    private static final VectorSpecies<Byte> SPECIES = VectorSpecies.of(byte.class,
        VectorShape.forBitSize(Math.min(PREFERRED, MOST_BITS)));
    private static final int LANES = SPECIES.length();
    private static final int WIDTH = 2;
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

    /** Loops by the number of outputs, first those that overwrite them. An array, whose elements are no constants. */
    private static final MethodHandle[] LOOPS = new MethodHandle[2 * WIDTH];

    static {
        final MethodType type = MethodType.methodType(void.class, byte[].class, int.class, int.class, byte[][].class,
            int[].class, int.class, byte[].class, int.class, int.class);
        try {
            for (int width = 1; width <= WIDTH; width++) {
                LOOPS[width - 1] = MethodHandles.lookup().findStatic(VectorProduct.class, "set" + width, type);
                LOOPS[WIDTH + width - 1] = MethodHandles.lookup().findStatic(VectorProduct.class, "add" + width, type);
            }
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
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
            final int width = Math.min(WIDTH, outputs - row);
            for (int input = 0; input < inputs; input++) {
                final MethodHandle loop = LOOPS[(input == 0 ? 0 : WIDTH) + width - 1];
                try {
                    loop.invokeExact(in[input], inAt[input], length, out, outAt, row, coefficients,
                        row * inputs + input, inputs);
                } catch (final RuntimeException | Error e) {
                    throw e;
                } catch (final Throwable e) {
                    throw new IllegalStateException("a loop failed", e);
                }
            }
        }
    }

    private static void set1(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final byte[] numbers, final int first,
                             final int stride) {
        final byte[] outA = out[row];
        final int atA = outAt[row];
        final ByteVector lowA = load(TABLES, low(numbers[first]));
        final ByteVector highA = load(TABLES, high(numbers[first]));
        for (int i = 0; i < length; i += LANES) {
            final ByteVector bytes = load(in, at + i);
            final ByteVector low = bytes.and(HALF);
            final ByteVector high = highHalves(bytes);
            final ByteVector newA = add(low.selectFrom(lowA), high.selectFrom(highA));
            newA.intoArray(outA, atA + i);
        }
    }

    private static void add1(final byte[] in, final int at, final int length, final byte[][] out,
                             final int[] outAt, final int row, final byte[] numbers, final int first,
                             final int stride) {
        final byte[] outA = out[row];
        final int atA = outAt[row];
        final ByteVector lowA = load(TABLES, low(numbers[first]));
        final ByteVector highA = load(TABLES, high(numbers[first]));
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
                             final int[] outAt, final int row, final byte[] numbers, final int first,
                             final int stride) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final ByteVector lowA = load(TABLES, low(numbers[first]));
        final ByteVector highA = load(TABLES, high(numbers[first]));
        final ByteVector lowB = load(TABLES, low(numbers[first + stride]));
        final ByteVector highB = load(TABLES, high(numbers[first + stride]));
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
                             final int[] outAt, final int row, final byte[] numbers, final int first,
                             final int stride) {
        final byte[] outA = out[row];
        final byte[] outB = out[row + 1];
        final int atA = outAt[row];
        final int atB = outAt[row + 1];
        final ByteVector lowA = load(TABLES, low(numbers[first]));
        final ByteVector highA = load(TABLES, high(numbers[first]));
        final ByteVector lowB = load(TABLES, low(numbers[first + stride]));
        final ByteVector highB = load(TABLES, high(numbers[first + stride]));
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
        return 2 * (number & 0xFF) * LANES;
    }

    private static int high(final int number) {
        return low(number) + LANES;
    }
}
