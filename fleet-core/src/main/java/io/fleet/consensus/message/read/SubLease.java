package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** The leader lends a replica of its lease (L6, L9). */
public final class SubLease implements Message {
    /** Of the leader. */
    public long ballot;
    /** Of the question: which start of the replica's node asked. */
    public long start;
    /** Of the question. */
    public long round;
    /** For how long by the leader's clock, in nanoseconds: no longer than its own lease lasts. */
    public long nanos;
    /** The LSN up to which the replica must have applied before it answers anything under the lease. */
    public long floor;
    /** The highest LSN that is released: what answers may show. */
    public long released;

    @Override
    public MessageType type() {
        return MessageType.SUB_LEASE;
    }
}
