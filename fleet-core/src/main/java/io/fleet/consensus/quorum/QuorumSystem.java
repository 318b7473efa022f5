package io.fleet.consensus.quorum;

/**
 * Which sets of storage nodes are quorums. A set is a bit mask: bit i stands for the i-th member of the group. Every
 * read quorum must meet every write quorum of every storage group (S3, S6).
 */
public interface QuorumSystem {
    /**
     * Whether a set is a write quorum: what it holds durably at one ballot is chosen.
     *
     * @param storageGroup the storage group of the entry.
     * @param members      the set.
     */
    boolean isWriteQuorum(int storageGroup, long members);

    /**
     * Whether a set is a read quorum: what it promises binds every write quorum.
     *
     * @param members the set.
     */
    boolean isReadQuorum(long members);

    /**
     * How many storage groups there are.
     *
     * @return the number, from 1.
     */
    int storageGroups();
}
