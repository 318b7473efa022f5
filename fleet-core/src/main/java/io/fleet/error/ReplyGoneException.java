package io.fleet.error;

/**
 * <b>Applied</b>, once; what the machine answered is not kept any more, and whether it was a
 * {@link CommandFailedException} is not known. The answer was lost on its way, and when the command was sent again the
 * group had dropped it, since the answers that clients had not confirmed took more than
 * {@code GroupConfig#sessionBytes()}. Ask the machine for its state; do not repeat the command.
 */
public class ReplyGoneException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public ReplyGoneException(final String message) {
        super(message);
    }
}
