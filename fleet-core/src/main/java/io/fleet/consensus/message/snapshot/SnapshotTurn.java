package io.fleet.consensus.message.snapshot;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A replica asks the leader, or all others where nobody leads, for its turn at writing a snapshot, and tells it again
 * and again how that stands. While it says {@link #TAKEN} or {@link #HELD_UP} it applies nothing, or has not caught up
 * yet, and cannot reply.
 */
public final class SnapshotTurn implements Message {
    /** {@link #phase}: it would write one. */
    public static final int WANTED = 0;
    /** {@link #phase}: it has stopped applying, or lags because it had. */
    public static final int TAKEN = 1;
    /** {@link #phase}: it is up to date again, or wants none any more. */
    public static final int ENDED = 2;
    /** {@link #phase}: it still applies nothing, or lags, because what it writes hangs; others need not wait for it. */
    public static final int HELD_UP = 3;

    /** Of the leader that is asked; where nobody leads, up to where the sender's newest snapshot covers the log. */
    public long ballot;
    /** One of {@link #WANTED}, {@link #TAKEN}, {@link #ENDED} and {@link #HELD_UP}. */
    public int phase;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_TURN;
    }
}
