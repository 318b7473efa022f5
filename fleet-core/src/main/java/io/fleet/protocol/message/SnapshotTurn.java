package io.fleet.protocol.message;

/**
 * A replica asks the leader for its turn at writing a snapshot, and tells it again and again how that stands. While it
 * says {@link #TAKEN} it applies nothing, or has not caught up yet, and cannot reply.
 */
public final class SnapshotTurn implements Message {
    /** {@link #phase}: it would write one. */
    public static final int WANTED = 0;
    /** {@link #phase}: it has stopped applying, or lags because it had. */
    public static final int TAKEN = 1;
    /** {@link #phase}: it is up to date again, or wants none any more. */
    public static final int ENDED = 2;

    /** Of the leader that is asked. */
    public long ballot;
    /** One of {@link #WANTED}, {@link #TAKEN} and {@link #ENDED}. */
    public int phase;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_TURN;
    }
}
