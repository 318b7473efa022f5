package io.fleet.error;

/**
 * <b>Not applied</b>: a bound was reached (the client's window, the leader's pending entries or its window of unapplied
 * LSNs, or the room of all replicas for long reads; rule S13). Back off and try again.
 */
public class OverloadedException extends NotAppliedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public OverloadedException(final String message) {
        super(message);
    }
}
