package io.fleet.verify.torture;

/** The processes did not do what they must; the message says what, and the run cannot go on. */
final class TortureFailure extends Exception {
    private static final long serialVersionUID = 1;

    TortureFailure(final String message) {
        super(message);
    }
}
