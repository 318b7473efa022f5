package io.fleet.error;

/**
 * <b>Applied</b>, in the sense that every replica ran it and the state machine threw: the message is the machine's.
 * For a query: the machine refused to answer.
 */
public class CommandFailedException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public CommandFailedException(final String message) {
        super(message);
    }
}
