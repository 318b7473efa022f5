package io.fleet.error;

/**
 * No command is concerned: leadership was not handed over as asked. The message says why, and who leads as far as is
 * known; ask again, perhaps for another node.
 */
public class LeadershipTransferException extends FleetException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public LeadershipTransferException(final String message) {
        super(message);
    }
}
