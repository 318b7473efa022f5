package io.fleet.ec.spread;

import io.fleet.ec.stripe.StripeLayout;
import java.util.Arrays;

/** Which pieces of this node's part of a long value there are, and where. */
final class LongPart {
    static final long MISSING = -1;
    static final long STAGED = 0;

    /** Of each piece: {@link #MISSING}, {@link #STAGED}, or where it is durable. */
    final long[] positions;
    /** How the value is cut; null after a restart, until it is asked for. */
    StripeLayout layout;
    /** How many pieces are durable without gaps. */
    int durable;
    /** How many are staged or durable. */
    int present;
    /** When a piece came last; only then is it meaningful when there is one in this life. */
    long heardNs;
    boolean isHeard;

    LongPart(final int pieces) {
        positions = new long[pieces];
        Arrays.fill(positions, MISSING);
    }

    boolean has(final int piece) {
        return positions[piece] != MISSING;
    }

    void stage(final int piece) {
        positions[piece] = STAGED;
        present++;
    }

    /** Whether there are more pieces without gaps now. */
    boolean makeDurable(final int piece, final long position) {
        present += positions[piece] == MISSING ? 1 : 0;
        positions[piece] = position;
        final int before = durable;
        while (durable < positions.length && positions[durable] > STAGED) {
            durable++;
        }
        return durable > before;
    }

    boolean isComplete() {
        return durable == positions.length;
    }
}
