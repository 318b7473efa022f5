package io.fleet.session;

/** What {@link SessionTable} decides about one command (H2, H3). Every replica decides the same. */
public enum Admission {
    /** New: execute it; a write must then be given to {@link SessionTable#store}. */
    EXECUTE,
    /** Executed before: do not execute, answer from {@link SessionTable#stored}. */
    REPEATED,
    /** Below what the client still waits for, or not a possible sequence: do not execute. */
    STALE,
    /** There is no such session, or no longer: do not execute. */
    NO_SESSION,
    /** Too far above what the client still waits for: do not execute. */
    WINDOW_EXCEEDED
}
