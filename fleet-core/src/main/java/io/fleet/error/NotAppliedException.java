package io.fleet.error;

/**
 * <b>Not applied</b>, and never will be: the command was refused before any leader could order it, or by the only
 * leader that could have. Try again later, or somewhere else; a new call is a new command.
 */
public class NotAppliedException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public NotAppliedException(final String message) {
        super(message);
    }
}
