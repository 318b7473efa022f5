package io.fleet.client;

/**
 * Hears of the session that a client keeps ({@link FleetClient#keepSession}). All methods run on a thread for callbacks
 * ({@code NodeConfig.Builder.callbacks}), in the order of what happened, one at a time.
 *
 * <p>What a machine keeps for a session (a lock, a place in an election) ends with it, by the clock of the log. The
 * client hears of that when the group tells it, which is later, and never while it is cut off. So who holds something
 * must not rely on these calls alone: it stops at {@link #onSessionUnsure}, and gives a fencing token to what it writes
 * to.
 */
public interface SessionListener {
    /**
     * The client has a session: its first, or another one after it lost one.
     *
     * @param sessionId its id, as the machine sees it ({@code Command.sessionId()}).
     */
    void onSessionOpened(long sessionId);

    /**
     * The session has not been heard of for two thirds of {@code sessionTimeoutMillis}, by this client's clock: it may
     * be over soon. Followed by {@link #onSessionSure} or {@link #onSessionLost}.
     *
     * @param sessionId its id.
     */
    default void onSessionUnsure(final long sessionId) {
        // Who holds nothing has nothing to stop.
    }

    /**
     * The group has said that the session is there, after {@link #onSessionUnsure}.
     *
     * @param sessionId its id.
     */
    default void onSessionSure(final long sessionId) {
        // As above.
    }

    /**
     * The session is over, and all that the group kept for it; the client asks for another one at once, unless it was
     * closed or its node ends.
     *
     * @param sessionId its id.
     */
    void onSessionLost(long sessionId);
}
