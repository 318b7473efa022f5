package io.fleet.verify.torture.fault;

/** Kinds of faults that can be left out of a run together. */
public enum FaultGroup {
    /** SIGKILL. */
    KILLS("kills"),
    /** SIGSTOP and SIGCONT. */
    PAUSES("pauses"),
    /** Links that carry nothing. */
    PARTITIONS("partitions"),
    /** Links that lose, delay, reorder and duplicate. */
    NETWORKS("bad networks"),
    /** Disks without room. */
    DISKS("full disks"),
    /** Directories that are emptied. */
    WIPES("wiped directories"),
    /** SIGKILL to whoever leads, again and again; alone, at fixed times. */
    LEADERS("kills of one leader after the other");

    private final String text;

    FaultGroup(final String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
