package io.fleet.examples.chaos;

/** The processes did not do what they must; the message says what, and the run cannot go on. */
final class ChaosFailure extends Exception {
    private static final long serialVersionUID = 1;

    ChaosFailure(final String message) {
        super(message);
    }
}
