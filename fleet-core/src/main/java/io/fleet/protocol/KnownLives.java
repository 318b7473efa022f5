package io.fleet.protocol;

import io.fleet.storage.Life;
import java.util.function.IntUnaryOperator;

/** In which lives a node knows the members that count (S15), in one number that two nodes can compare. */
public final class KnownLives {
    /** {@code nodeAt}: nobody counts at that place. */
    public static final int NOBODY = -1;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private KnownLives() {
    }

    /**
     * Makes the number. Allocates nothing.
     *
     * @param standing knows the lives of others and of this node.
     * @param self     this node.
     * @param places   how many places there are.
     * @param nodeAt   who counts at a place; {@link #NOBODY} for none.
     * @return the same on all nodes that know the same; differs, but for one chance in 2^64, where a life does.
     */
    public static long digest(final StandingStore standing, final int self, final int places,
                              final IntUnaryOperator nodeAt) {
        long digest = 0;
        for (int place = 0; place < places; place++) {
            final int node = nodeAt.applyAsInt(place);
            final long life = node == NOBODY ? Life.NONE : node == self ? standing.life() : standing.lifeOf(node);
            digest = (digest ^ Life.number(life)) * MIX;
            digest ^= digest >>> 32;
        }
        return digest;
    }
}
