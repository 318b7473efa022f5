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

    /**
     * How much memory a stored reply that refers to payloads keeps from being let go, besides its own bytes. It must
     * be a function of the reply alone, the same on every replica and at each call.
     *
     * @param reply  holds it from index 0; valid during the call.
     * @param length in bytes.
     * @return bytes.
     */
    default long bytesReferredTo(final byte[] reply, final int length) {
        return 0;
    }

    /**
     * A stored reply that refers to payloads ({@link StoredReply#WITH_PAYLOADS}) is not kept any more: its client has
     * it, there is no room for it, or its session ends, of which is told afterwards.
     *
     * @param reply  holds it from index 0; valid during the call.
     * @param length in bytes.
     */
    default void onReplyDropped(final byte[] reply, final int length) {
    }

    /**
     * A snapshot holds a stored reply that refers to payloads.
     *
     * @param reply  holds it from index 0; valid during the call.
     * @param length in bytes.
     * @throws io.fleet.error.SnapshotFormatException when it is malformed.
     */
    default void onReplyRestored(final byte[] reply, final int length) {
    }
}
