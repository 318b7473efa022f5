package io.fleet.error;

/**
 * The root of every failure that Fleet reports to a caller. Each subclass says in its first sentence whether the
 * command was <em>not applied</em>, was <em>applied</em>, or whether that is <em>unknown</em>.
 */
public class FleetException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public FleetException(final String message) {
        super(message);
    }
}
