package io.fleet.wire.codec;

/** From whom a message is taken, as its envelope names the cluster. */
public enum MessageScope {
    /** From processes of the same cluster: the same number, and the same birth. */
    MEMBERS,
    /** From processes of a cluster with the same number: by it a node learns of which birth it is. */
    UNBORN,
    /** From everybody: by it a process hears that it speaks to another cluster than it was told. */
    ANYBODY
}
