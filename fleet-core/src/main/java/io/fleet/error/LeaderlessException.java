package io.fleet.error;


/** Nobody leads the group, since its mode needs no leader: there is no leadership to hand over, now or later. */
public class LeaderlessException extends LeadershipTransferException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was asked of which group, and its mode.
     */
    public LeaderlessException(final String message) {
        super(message);
    }
}
