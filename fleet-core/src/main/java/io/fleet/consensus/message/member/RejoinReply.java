package io.fleet.consensus.message.member;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.storage.VoterState;

/**
 * How a member stands (S15): the answer to {@link RejoinRequest}. Whoever asks judges it; answering changes nothing.
 */
public final class RejoinReply implements Message {
    /** As asked. */
    public long nonce;
    /** Whether the sender votes. */
    public VoterState standing = VoterState.NEW;
    /** Whether the sender holds anything of the group: a record, an entry of the ordered log, or a snapshot. */
    public boolean holdsRecords;
    /** The highest durable promise of the sender. */
    public long promised;
    /** The ballot at which the sender leads and orders; 0 when it does not. */
    public long ballot;
    /** The LSN above which that ballot proposes. */
    public long base;
    /** The highest LSN that this ballot has ordered. */
    public long highest;
    /** The version of the configuration that the sender acts on (S14). */
    public long configuration;

    /** The highest ballot that the sender knows, durably, to have been settled, there or before (S14, S15). */
    public long settled;

    /** How many of {@link #numbers} are in use: the slots of the configuration. */
    public int count;
    /** By slot, the least number of a life in which the sender counts the member; 0 where it knows of none (S15). */
    public final int[] numbers = new int[Configuration.SLOTS];
    /** The life of the asker's node that the sender listens to; 0 where it knows of none that counts. */
    public long life;

    @Override
    public MessageType type() {
        return MessageType.REJOIN_REPLY;
    }
}
