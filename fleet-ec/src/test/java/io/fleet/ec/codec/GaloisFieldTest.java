package io.fleet.ec.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class GaloisFieldTest {
    /** By the definition: polynomials over one bit, multiplied, and reduced by the field's. */
    @Test
    void shouldMultiplyPolynomials() {
        for (int a = 0; a < 256; a++) {
            for (int b = 0; b < 256; b++) {
                int product = 0;
                for (int bit = 7; bit >= 0; bit--) {
                    product <<= 1;
                    product = (product & 0x100) == 0 ? product : product ^ 0x11D;
                    product = (b & 1 << bit) == 0 ? product : product ^ a;
                }
                assertEquals(product, GaloisField.multiply((byte) a, (byte) b), a + " times " + b);
            }
        }
    }

    @Test
    void shouldInvertNumbers() {
        for (int number = 1; number < 256; number++) {
            assertEquals(1, GaloisField.multiply(number, GaloisField.inverse((byte) number)), "of " + number);
        }
        assertThrows(IllegalArgumentException.class, () -> GaloisField.inverse(0));
        assertEquals(1, GaloisField.power(0, 0));
        assertEquals(0, GaloisField.power(0, 3));
        assertEquals(8, GaloisField.power(2, 3));
    }

    @Test
    void shouldInvertMatrices() {
        final Random random = new Random(3);
        for (int size = 0; size < 12; size++) {
            final byte[][] lower = triangle(random, size, false);
            final byte[][] upper = triangle(random, size, true);
            final byte[][] matrix = product(lower, upper);
            final byte[][] inverse = product(matrix, identity(size));
            GaloisField.invert(inverse, new byte[size][size], size);
            assertArrayEquals(identity(size), product(matrix, inverse), "size " + size);
        }
    }

    @Test
    void shouldInvertMatricesWhoseDiagonalHasZeros() {
        final byte[][] swap = {{0, 1}, {1, 0}};
        final byte[][] inverse = {{0, 1}, {1, 0}};
        GaloisField.invert(inverse, new byte[2][2], 2);
        assertArrayEquals(swap, inverse);
        assertThrows(IllegalStateException.class,
            () -> GaloisField.invert(new byte[][] {{1, 2}, {1, 2}}, new byte[2][2], 2));
    }

    private static byte[][] triangle(final Random random, final int size, final boolean isUpper) {
        final byte[][] matrix = identity(size);
        for (int row = 0; row < size; row++) {
            matrix[row][row] = (byte) (1 + random.nextInt(255));
            for (int column = 0; column < size; column++) {
                if (isUpper ? column > row : column < row) {
                    matrix[row][column] = (byte) random.nextInt();
                }
            }
        }
        return matrix;
    }

    private static byte[][] identity(final int size) {
        final byte[][] matrix = new byte[size][size];
        for (int i = 0; i < size; i++) {
            matrix[i][i] = 1;
        }
        return matrix;
    }

    private static byte[][] product(final byte[][] a, final byte[][] b) {
        final byte[][] product = new byte[a.length][a.length];
        for (int row = 0; row < a.length; row++) {
            for (int column = 0; column < a.length; column++) {
                for (int i = 0; i < a.length; i++) {
                    product[row][column] ^= (byte) GaloisField.multiply(a[row][i], b[i][column]);
                }
            }
        }
        return product;
    }
}
