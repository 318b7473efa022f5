package io.fleet.node.config;

/** Up to where a node lets go of its logs, behind its own snapshot ({@code docs/reference.md}, "Disk space"). */
public enum TrimPolicy {
    /** Nothing goes: logs grow for ever, and a member that lost its disk can be fed from the beginning. */
    OFF,
    /**
     * What the snapshots of all members cover. No member that keeps its disk ever needs the snapshot of another one;
     * one that is away for long keeps all others from trimming.
     */
    ALL,
    /**
     * What the snapshots of a write quorum cover, the node's own among them. A member that is away for long, or has
     * lost its disk, needs the snapshot of another one.
     */
    QUORUM
}
