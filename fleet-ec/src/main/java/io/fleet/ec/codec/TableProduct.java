package io.fleet.ec.codec;

import java.util.Arrays;

/**
 * Multiplies by tables. A table has, for each value of an input's byte, its products for up to four outputs in one
 * word, so one look gives all four. The sums of words lie in an array until all inputs are through.
 */
final class TableProduct implements Product {
    private static final int BYTES = 256;
    private static final int PACKED = 4;

    private final int inputs;
    private final int[] sums = new int[MatrixCodec.STRIP];
    /** For each group of outputs, for each input; grown when first needed. */
    private int[][] tables = new int[0][];
    private int outputs;

    TableProduct(final int inputs) {
        this.inputs = inputs;
    }

    @Override
    public int granule() {
        return 1;
    }

    @Override
    public void matrix(final byte[] coefficients, final int rows) {
        outputs = rows;
        grow(rows);
        for (int row = 0; row < rows; row += PACKED) {
            for (int input = 0; input < inputs; input++) {
                fill(tables[row / PACKED * inputs + input], coefficients, row, input);
            }
        }
    }

    @Override
    public void multiply(final byte[][] in, final int[] inAt, final byte[][] out, final int[] outAt,
                         final int length) {
        for (int row = 0; row < outputs; row += PACKED) {
            final int first = row / PACKED * inputs;
            Arrays.fill(sums, 0, length, 0);
            int input = 0;
            for (; input + 1 < inputs; input += 2) {
                addTwo(sums, tables[first + input], in[input], inAt[input], tables[first + input + 1], in[input + 1],
                    inAt[input + 1], length);
            }
            if (input < inputs) {
                addOne(sums, tables[first + input], in[input], inAt[input], length);
            }
            for (int i = 0; i < PACKED && row + i < outputs; i++) {
                unpack(sums, i * Byte.SIZE, out[row + i], outAt[row + i], length);
            }
        }
    }

    private static void addTwo(final int[] sums, final int[] table, final byte[] in, final int at,
                               final int[] otherTable, final byte[] other, final int otherAt, final int length) {
        for (int i = 0; i < length; i++) {
            sums[i] ^= table[in[at + i] & 0xFF] ^ otherTable[other[otherAt + i] & 0xFF];
        }
    }

    private static void addOne(final int[] sums, final int[] table, final byte[] in, final int at, final int length) {
        for (int i = 0; i < length; i++) {
            sums[i] ^= table[in[at + i] & 0xFF];
        }
    }

    private static void unpack(final int[] sums, final int shift, final byte[] out, final int at, final int length) {
        for (int i = 0; i < length; i++) {
            out[at + i] = (byte) (sums[i] >>> shift);
        }
    }

    /** Multiplication is linear: the word of a value is the sum of the words of its bits. */
    private void fill(final int[] table, final byte[] coefficients, final int row, final int input) {
        for (int bit = 1; bit < BYTES; bit <<= 1) {
            int word = 0;
            for (int i = 0; i < PACKED && row + i < outputs; i++) {
                word |= GaloisField.multiply(coefficients[(row + i) * inputs + input], bit) << i * Byte.SIZE;
            }
            for (int rest = 0; rest < bit; rest++) {
                table[bit + rest] = word ^ table[rest];
            }
        }
    }

    private void grow(final int rows) {
        final int needed = (rows + PACKED - 1) / PACKED * inputs;
        final int had = tables.length;
        if (had < needed) {
            tables = Arrays.copyOf(tables, needed);
            for (int i = had; i < needed; i++) {
                tables[i] = new int[BYTES];
            }
        }
    }
}
