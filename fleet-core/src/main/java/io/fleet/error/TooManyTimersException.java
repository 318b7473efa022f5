package io.fleet.error;

/**
 * Thrown to a state machine that schedules a timer when the group has {@code MachineContext#MAX_TIMERS} already. It is
 * thrown on every replica alike, so a machine may catch it and decide; where it leaves {@code StateMachine#apply}, the
 * caller gets {@link CommandFailedException} with its message.
 */
public class TooManyTimersException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what happened, with names and values.
     */
    public TooManyTimersException(final String message) {
        super(message);
    }
}
