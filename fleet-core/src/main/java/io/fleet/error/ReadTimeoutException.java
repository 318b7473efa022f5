package io.fleet.error;

/**
 * <b>Not applied</b>, as no read ever is: one that does not go through the log had no answer in time. Ask again.
 */
public class ReadTimeoutException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message who was asked, and for how long.
     */
    public ReadTimeoutException(final String message) {
        super(message);
    }
}
