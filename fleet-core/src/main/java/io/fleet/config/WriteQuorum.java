package io.fleet.config;

/** How many storage nodes write the body of an entry to their disks. */
public enum WriteQuorum {
    /**
     * All of them; an entry is chosen once a write quorum has. Where witnesses are in storage groups or a grid, all
     * that execute, and the witnesses of one group or column.
     */
    ALL,
    /**
     * A smallest write quorum, f + 1 of 2f + 1: the leader names it for each entry, by load, and names others, too,
     * when one of those it named is late. Each disk carries (f + 1) / (2f + 1) of the bytes, and a body that is lost
     * with one disk has f copies left instead of 2f, until that node is repaired. Needs {@link Persistence#SCATTERED}.
     */
    QUORUM
}
