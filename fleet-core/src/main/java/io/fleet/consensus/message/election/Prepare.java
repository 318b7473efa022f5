package io.fleet.consensus.message.election;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A candidate asks a storage node for its promise and for a page of what it accepted (S3).
 */
public final class Prepare implements Message {
    /** The candidate's ballot. */
    public long ballot;
    /** The first LSN of the page that is asked for. */
    public long fromLsn;
    /** The version of the configuration that the ballot belongs to (S14). */
    public long configuration;
    /** How many of {@link #numbers} are in use: the slots of the configuration. */
    public int count;
    /** By slot, the number of the life in which the candidate counts the voter; 0 where it knows of none (S15). */
    public final int[] numbers = new int[Configuration.SLOTS];

    @Override
    public MessageType type() {
        return MessageType.PREPARE;
    }
}
