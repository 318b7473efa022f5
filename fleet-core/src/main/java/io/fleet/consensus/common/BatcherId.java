package io.fleet.consensus.common;

/**
 * The incarnation of a batcher, which is unique for ever: of one inside a node, 16 bits that say which, and 48 random
 * ones; of a remote client's, 62 random ones and the two highest bits, which are 01. A batcher that is restarted, or
 * created again, takes a new one, so (batcher, sequence) never names two entries.
 */
public final class BatcherId {
    private static final long RANDOM_MASK = (1L << 48) - 1;
    private static final long REMOTE = 1L << 62;
    private static final long REMOTE_MASK = REMOTE - 1;

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
     * @param random random bits; the low 62 are used.
     * @return the id, never 0.
     */
    public static long remote(final long random) {
        return REMOTE | random & REMOTE_MASK;
    }

    /**
     * The node that a batcher lives in.
     *
     * @param batcherId the id.
     * @return the node, or -1 for a remote client's.
     */
    public static int node(final long batcherId) {
        return isRemote(batcherId) ? -1 : (int) (batcherId >>> 48) - 1;
    }

    /**
     * Whether an id is one of {@link #remote}. Those of earlier versions, which are below 2^48, are not.
     *
     * @param batcherId the id.
     */
    public static boolean isRemote(final long batcherId) {
        return batcherId >>> 62 == 1;
    }
}
