package io.fleet.storage;

/**
 * Whose storage it is: written into every file, and checked whenever one is opened, so that a directory that was
 * copied, swapped, renamed or mounted in the wrong place is refused instead of being taken for votes of this node.
 *
 * @param clusterId number of the cluster.
 * @param nodeId    number of the node in it as files have it; of one of several duty threads with that thread's index
 *                  and their number ({@link #of}).
 */
public record StorageIdentity(long clusterId, int nodeId) {
    private static final int NODE_BITS = 10;
    private static final int DUTY_BITS = 6;
    private static final int NODE_MASK = (1 << NODE_BITS) - 1;
    private static final int DUTY_MASK = (1 << DUTY_BITS) - 1;

    /**
     * What one of the duty threads of a node stores.
     *
     * @param clusterId   number of the cluster.
     * @param node        number of the node, 0 to 1023.
     * @param duty        index of the thread, from 0.
     * @param dutyThreads how many the node has, 1 to 64; with 1 it is what it is without any.
     * @return the identity.
     */
    public static StorageIdentity of(final long clusterId, final int node, final int duty, final int dutyThreads) {
        return new StorageIdentity(clusterId,
            node | duty << NODE_BITS | (dutyThreads - 1) << NODE_BITS + DUTY_BITS);
    }

    /** The number of the node, without that of a duty thread. */
    public int node() {
        return nodeId & NODE_MASK;
    }

    @Override
    public String toString() {
        return "cluster " + clusterId + " node " + nodeText(nodeId);
    }

    /**
     * The number of a node as files have it, for people.
     *
     * @param nodeId as {@link #nodeId()}.
     * @return such as {@code 3}, or {@code 3 duty 1 of 2}.
     */
    public static String nodeText(final int nodeId) {
        final int others = nodeId >>> NODE_BITS + DUTY_BITS;
        return others == 0 || others > DUTY_MASK ? Integer.toString(nodeId)
            : (nodeId & NODE_MASK) + " duty " + (nodeId >>> NODE_BITS & DUTY_MASK) + " of " + (others + 1);
    }
}
