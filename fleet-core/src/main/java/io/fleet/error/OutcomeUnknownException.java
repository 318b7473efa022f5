package io.fleet.error;

/**
 * <b>Unknown</b>: the command was sent, and no answer came in time. It may have been applied once, may still be
 * applied once, and will never be applied twice. To find out, read; to go on safely, make the command idempotent or
 * conditional.
 */
public class OutcomeUnknownException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public OutcomeUnknownException(final String message) {
        super(message);
    }
}
