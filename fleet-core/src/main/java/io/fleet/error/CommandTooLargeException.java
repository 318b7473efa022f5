package io.fleet.error;

/**
 * <b>Not applied</b>: the command is larger than the group's limit. The message gives both sizes.
 */
public class CommandTooLargeException extends NotAppliedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public CommandTooLargeException(final String message) {
        super(message);
    }
}
