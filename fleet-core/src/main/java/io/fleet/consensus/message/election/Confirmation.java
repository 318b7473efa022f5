package io.fleet.consensus.message.election;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A storage node says that it votes and that its durable promise is this ballot, and no other (S15).
 */
public final class Confirmation implements Message {
    /** The ballot that is promised. */
    public long ballot;
    /** Names the life of the sender as a voter, as in {@link Promise#voterId}. */
    public long voterId;
    /** What the wall clock of the sender shows, in milliseconds since the epoch; 0 where it does not know. */
    public long clockMillis;
    /** How long ago the sender saw log time rise last, in milliseconds; -1 where it has not since it started. */
    public long risenMillisAgo = -1;

    @Override
    public MessageType type() {
        return MessageType.CONFIRMATION;
    }
}
