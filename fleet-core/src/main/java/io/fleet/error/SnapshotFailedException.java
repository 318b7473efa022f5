package io.fleet.error;

/**
 * A snapshot that was asked for was not written. <b>Applied</b> commands are not affected: the log holds them, and the
 * node goes on and tries again when the next snapshot is due.
 */
public class SnapshotFailedException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public SnapshotFailedException(final String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     * @param cause   what was thrown.
     */
    public SnapshotFailedException(final String message, final Throwable cause) {
        super(message);
        initCause(cause);
    }
}
