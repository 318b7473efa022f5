package io.fleet.ec.codec;

/**
 * Multiplies a matrix by a strip of bytes: byte i of output r is the sum, over all inputs c, of coefficient (r, c)
 * times byte i of input c. For one thread.
 */
interface Product {
    /**
     * Sets the matrix.
     *
     * @param coefficients row by row, one row for each output.
     * @param outputs      how many rows.
     */
    void matrix(byte[] coefficients, int outputs);

    /**
     * Multiplies. What the outputs held before does not matter.
     *
     * @param in     one array for each input; may be one array.
     * @param inAt   where each input begins.
     * @param out    one array for each output; no output overlaps anything.
     * @param outAt  where each output begins.
     * @param length bytes of each; a multiple of {@link #granule}, at most {@link MatrixCodec#STRIP}.
     */
    void multiply(byte[][] in, int[] inAt, byte[][] out, int[] outAt, int length);

    /** What lengths are multiples of: a divisor of {@link MatrixCodec#STRIP}. */
    int granule();

    /** Makes products. */
    interface Factory {
        /**
         * Makes a product.
         *
         * @param inputs how many it always has.
         * @return a product without a matrix.
         */
        Product create(int inputs);
    }
}
