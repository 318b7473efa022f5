package io.fleet.examples.kv.store;

import java.util.Arrays;

/** Numbers by index, 0 where none was set. Grows by pieces, so that growing copies no numbers. */
final class LongTable {
    private static final int PIECE_BITS = 14;
    private static final int PIECE_MASK = (1 << PIECE_BITS) - 1;

    private long[][] pieces = new long[4][];

    long get(final int index) {
        final int piece = index >>> PIECE_BITS;
        return piece >= pieces.length || pieces[piece] == null ? 0 : pieces[piece][index & PIECE_MASK];
    }

    void set(final int index, final long value) {
        final int piece = index >>> PIECE_BITS;
        if (piece >= pieces.length) {
            pieces = Arrays.copyOf(pieces, Math.max(piece + 1, pieces.length * 2));
        }
        if (pieces[piece] == null) {
            pieces[piece] = new long[1 << PIECE_BITS];
        }
        pieces[piece][index & PIECE_MASK] = value;
    }

    void clear() {
        pieces = new long[4][];
    }
}
