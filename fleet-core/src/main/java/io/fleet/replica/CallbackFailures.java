package io.fleet.replica;

/** Hears of what a state machine threw where no caller waits for an answer, and of errors that it threw anywhere. */
public interface CallbackFailures {
    /** Hears nothing. */
    CallbackFailures IGNORED = (callback, id, failure) -> {
    };

    /**
     * A callback threw. The log goes on: on every replica it threw alike.
     *
     * @param callback the method.
     * @param id       of the timer or session that it was about; the LSN where {@code stateDigest} threw.
     * @param failure  what it threw.
     */
    void onCallbackFailed(String callback, long id, Exception failure);

    /**
     * Which group it is, for messages.
     *
     * @return such as {@code group 0}.
     */
    default String group() {
        return "a group";
    }

    /**
     * The machine threw an error. Hears nothing by default.
     *
     * @param method    in which of its methods.
     * @param lsn       of the entry that was applied, or up to which the state was when it was asked.
     * @param sessionId of the command; 0 for none.
     * @param ends      whether the node ends: not where the method changes no state.
     * @param error     what it threw.
     */
    default void onError(final String method, final long lsn, final long sessionId, final boolean ends,
                         final Error error) {
    }
}
