package io.fleet.session;

/** Hears of sessions that end. Called within a call to {@link SessionTable}, which it must not call back. */
public interface SessionListener {
    /**
     * A session is gone, on every replica at the same place of the log.
     *
     * @param sessionId which.
     * @param expired   true when it was idle for too long, false when its client closed it.
     */
    void onSessionEnded(long sessionId, boolean expired);
}
