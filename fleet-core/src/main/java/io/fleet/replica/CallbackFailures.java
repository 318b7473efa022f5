package io.fleet.replica;

/** Hears of exceptions that a state machine threw where no caller waits for an answer. */
public interface CallbackFailures {
    /** Hears nothing. */
    CallbackFailures IGNORED = (callback, id, failure) -> {
    };

    /**
     * A callback threw. The log goes on: on every replica it threw alike.
     *
     * @param callback the method.
     * @param id       of the timer or session that it was about.
     * @param failure  what it threw.
     */
    void onCallbackFailed(String callback, long id, RuntimeException failure);
}
