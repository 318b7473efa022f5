package io.fleet.error;

/**
 * <b>Unknown</b> for the commands that were in flight: the session was idle for longer than its timeout in log time, or
 * evicted, and the record of its replies is gone. The client opens a new session by itself for later commands.
 */
public class SessionExpiredException extends OutcomeUnknownException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public SessionExpiredException(final String message) {
        super(message);
    }
}
