package io.fleet.consensus.message.read;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** Who counts in quorums tells a replica that reads how far it has come (P1, Q2). */
public final class ReadMark implements Message {
    /** Of the question. */
    public long round;
    /** How far the sender has come, as {@code ReadMarks.mark} says it. */
    public long mark;
    /** The configuration that the sender acts on: marks of different ones do not add up to a quorum (S14). */
    public long configuration;
    /** How many of {@link #numbers} are in use. */
    public int count;
    /** By slot, the least numbers of lives that its sender counts ({@link io.fleet.consensus.ReadMarks#fill}). */
    public final int[] numbers = new int[Configuration.SLOTS];

    @Override
    public MessageType type() {
        return MessageType.READ_MARK;
    }
}
