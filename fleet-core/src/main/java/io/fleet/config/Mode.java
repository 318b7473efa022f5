package io.fleet.config;

/** How the members of a group agree. Agreed: it never changes while a group lives. */
public enum Mode {
    /** A leader orders metadata; bodies are persisted out of order on any quorum. */
    SCATTERED,
    /** Nobody leads; each node stores one segment of a value, and any k of them give it back. */
    CODED;

    /**
     * Whether values are cut, so that no node has all of one.
     *
     * @return whether; otherwise whoever stores a value stores all of it.
     */
    public boolean splitsValues() {
        return this == CODED;
    }
}
