package io.fleet.error;

/**
 * <b>Applied</b>, but the machine's answer was larger than the group's limit and was dropped on every replica alike.
 */
public class ReplyTooLargeException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public ReplyTooLargeException(final String message) {
        super(message);
    }
}
