package io.fleet.error;

/**
 * <b>Not applied</b>: no leader was known during the whole time the call was allowed to take, so nothing was sent.
 */
public class NoLeaderException extends NotAppliedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public NoLeaderException(final String message) {
        super(message);
    }
}
