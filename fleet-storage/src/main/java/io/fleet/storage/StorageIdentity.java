package io.fleet.storage;

/**
 * Whose storage it is: written into every file, and checked whenever one is opened, so that a directory that was
 * copied, swapped or mounted in the wrong place is refused instead of being taken for votes of this node.
 *
 * @param clusterId number of the cluster.
 * @param nodeId    number of the node in it.
 */
public record StorageIdentity(long clusterId, int nodeId) {
    @Override
    public String toString() {
        return "cluster " + clusterId + " node " + nodeId;
    }
}
