package io.fleet.ec.codec;

/** Arithmetic of GF(2^8) with polynomial 0x11D: addition is XOR, multiplication and inverses are looked up. */
final class GaloisField {
    private static final int POLYNOMIAL = 0x11D;
    private static final int SIZE = 256;
    private static final int ORDER = SIZE - 1;
    private static final byte[] LOG = new byte[SIZE];
    /** Twice around, so that the sum of two logarithms is an index. */
    private static final byte[] EXP = new byte[2 * ORDER];

    static {
        int power = 1;
        for (int exponent = 0; exponent < ORDER; exponent++) {
            EXP[exponent] = (byte) power;
            EXP[exponent + ORDER] = (byte) power;
            LOG[power] = (byte) exponent;
            power <<= 1;
            power = power >= SIZE ? power ^ POLYNOMIAL : power;
        }
    }

    private GaloisField() {
    }

    static int multiply(final int a, final int b) {
        final int x = a & 0xFF;
        final int y = b & 0xFF;
        return x == 0 || y == 0 ? 0 : EXP[(LOG[x] & 0xFF) + (LOG[y] & 0xFF)] & 0xFF;
    }

    /** What gives 1 when multiplied by a number other than 0. */
    static int inverse(final int number) {
        if ((number & 0xFF) == 0) {
            throw new IllegalArgumentException("number is 0, but must be from 1 to 255: 0 has no inverse");
        }
        return EXP[ORDER - (LOG[number & 0xFF] & 0xFF)] & 0xFF;
    }

    /** A number to a power; 0 to the power of 0 is 1. */
    static int power(final int base, final int exponent) {
        int product = 1;
        for (int i = 0; i < exponent; i++) {
            product = multiply(product, base);
        }
        return product;
    }

    /**
     * Inverts a square matrix where it lies, by elimination. The caller knows that it has an inverse.
     *
     * @param matrix rows of bytes, becomes its own inverse; its first {@code size} rows and columns are used.
     * @param work   as large; is overwritten.
     */
    static void invert(final byte[][] matrix, final byte[][] work, final int size) {
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                work[row][column] = (byte) (row == column ? 1 : 0);
            }
        }
        for (int step = 0; step < size; step++) {
            final int pivot = pivot(matrix, step, size);
            swap(matrix, step, pivot);
            swap(work, step, pivot);
            final int scale = inverse(matrix[step][step]);
            scale(matrix[step], scale, size);
            scale(work[step], scale, size);
            for (int row = 0; row < size; row++) {
                final int factor = matrix[row][step];
                if (row != step && factor != 0) {
                    addMultiple(matrix[row], matrix[step], factor, size);
                    addMultiple(work[row], work[step], factor, size);
                }
            }
        }
        for (int row = 0; row < size; row++) {
            System.arraycopy(work[row], 0, matrix[row], 0, size);
        }
    }

    private static int pivot(final byte[][] matrix, final int step, final int size) {
        for (int row = step; row < size; row++) {
            if (matrix[row][step] != 0) {
                return row;
            }
        }
        throw new IllegalStateException("the matrix has no inverse");
    }

    private static void swap(final byte[][] rows, final int a, final int b) {
        final byte[] row = rows[a];
        rows[a] = rows[b];
        rows[b] = row;
    }

    private static void scale(final byte[] row, final int factor, final int size) {
        for (int i = 0; i < size; i++) {
            row[i] = (byte) multiply(row[i], factor);
        }
    }

    private static void addMultiple(final byte[] row, final byte[] other, final int factor, final int size) {
        for (int i = 0; i < size; i++) {
            row[i] ^= (byte) multiply(other[i], factor);
        }
    }
}
