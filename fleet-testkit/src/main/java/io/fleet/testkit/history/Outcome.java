package io.fleet.testkit.history;

/** What a client knows of an operation. */
public enum Outcome {
    /** It took effect once, between its invocation and its return, and answered. */
    OK,
    /** It may take effect at any time after its invocation, also after every other operation, or never. */
    UNKNOWN,
    /** It never took effect and never will. */
    NOT_APPLIED
}
