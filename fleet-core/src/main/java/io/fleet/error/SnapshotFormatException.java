package io.fleet.error;

/**
 * A snapshot does not have the form its reader expects. <b>Applied</b> commands are not affected: the node makes a new
 * machine and replays its log instead, or, where its log was trimmed behind the snapshot, does not start.
 */
public class SnapshotFormatException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public SnapshotFormatException(final String message) {
        super(message);
    }
}
