package io.fleet.ec.consensus;

/** What a vote was to the tally that took it. */
enum TallyResult {
    /** The first of its kind, slot and phase from its sender. */
    NEW,
    /** The same as before. */
    SAME,
    /** Another value than before, which a node that keeps rule R4 never sends; the first one counts. */
    CONTRADICTION
}
