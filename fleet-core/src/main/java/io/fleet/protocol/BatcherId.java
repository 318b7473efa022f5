package io.fleet.protocol;

/**
 * The incarnation of a batcher: 16 bits that say where it lives, 48 random bits that make it unique for ever. A
 * batcher that is restarted, or created again, takes a new one, so (batcher, sequence) never names two entries.
 */
public final class BatcherId {
    private static final long RANDOM_MASK = (1L << 48) - 1;

    private BatcherId() {
    }

    /**
     * An id for a batcher inside a node.
     *
     * @param node   the node, 0 to 1023.
     * @param random random bits; the low 48 are used.
     * @return the id.
     */
    public static long embedded(final int node, final long random) {
        return (long) (node + 1) << 48 | random & RANDOM_MASK;
    }

    /**
     * An id for a batcher of a remote client.
     *
     * @param random random bits; the low 48 are used.
     * @return the id, never 0.
     */
    public static long remote(final long random) {
        final long id = random & RANDOM_MASK;
        return id == 0 ? 1 : id;
    }

    /**
     * The node that a batcher lives in.
     *
     * @param batcherId the id.
     * @return the node, or -1 for a remote client's.
     */
    public static int node(final long batcherId) {
        return (int) (batcherId >>> 48) - 1;
    }
}
