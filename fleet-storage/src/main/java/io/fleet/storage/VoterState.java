package io.fleet.storage;

/**
 * Whether what a node has accepted and promised in a group can be counted on (rule S15). Only a {@link #VOTER}
 * promises, acknowledges, campaigns and grants pre-votes; all others learn, apply and hand on.
 */
public enum VoterState {
    /** Has never voted in the group, as far as it knows; an empty directory says so too. */
    NEW,
    /** Has lost what it accepted or promised, or part of it, and knows that. */
    LOST,
    /** A voter that did not stop in good order: a write that its disk had confirmed may be missing. Never stored. */
    SUSPECT,
    /** Holds all that it ever accepted and promised. */
    VOTER;

    private static final VoterState[] ALL = values();

    /**
     * How it is written.
     *
     * @return a number from 0 to 3.
     */
    public int code() {
        return ordinal();
    }

    /**
     * Reads what {@link #code} gave.
     *
     * @param code the number.
     * @return the standing; null when the number stands for none.
     */
    public static VoterState of(final int code) {
        return code < 0 || code >= ALL.length ? null : ALL[code];
    }
}
