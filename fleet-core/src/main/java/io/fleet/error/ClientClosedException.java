package io.fleet.error;

/**
 * <b>Not applied</b>: the client or its node was closed before the command was sent.
 */
public class ClientClosedException extends NotAppliedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public ClientClosedException(final String message) {
        super(message);
    }
}
