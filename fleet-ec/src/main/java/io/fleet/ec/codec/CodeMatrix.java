package io.fleet.ec.codec;

/**
 * The matrix of the code: shard r is row r times the data. Row r of a Vandermonde matrix is the powers 0 to k - 1 of r;
 * multiplied by the inverse of its own first k rows, it begins with the identity, so data shards are the data. Any k
 * rows have an inverse, because the points 0 to 255 all differ.
 */
final class CodeMatrix {
    private final byte[][] rows;

    CodeMatrix(final int dataShards, final int shards) {
        final byte[][] top = vandermonde(dataShards, dataShards);
        GaloisField.invert(top, new byte[dataShards][dataShards], dataShards);
        final byte[][] powers = vandermonde(shards, dataShards);
        rows = new byte[shards][dataShards];
        for (int row = 0; row < shards; row++) {
            for (int column = 0; column < dataShards; column++) {
                int sum = 0;
                for (int i = 0; i < dataShards; i++) {
                    sum ^= GaloisField.multiply(powers[row][i], top[i][column]);
                }
                rows[row][column] = (byte) sum;
            }
        }
    }

    /** What a data shard is multiplied by on its way into a shard. */
    int at(final int shard, final int dataShard) {
        return rows[shard][dataShard] & 0xFF;
    }

    private static byte[][] vandermonde(final int rows, final int columns) {
        final byte[][] matrix = new byte[rows][columns];
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                matrix[row][column] = (byte) GaloisField.power(row, column);
            }
        }
        return matrix;
    }
}
