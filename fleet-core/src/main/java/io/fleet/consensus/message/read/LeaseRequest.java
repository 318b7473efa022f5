package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** A leader asks the voters to bind themselves to it for a while, or says that they need not any more (L1, L4). */
public final class LeaseRequest implements Message {
    /** {@link #millis} of one that gives up all that was granted up to its round. */
    public static final int RELEASE = 0;

    /** At which it leads. */
    public long ballot;
    /** The configuration that the ballot belongs to. */
    public long configuration;
    /** Rises with each request at the ballot. */
    public long round;
    /** For how long; {@link #RELEASE}. */
    public int millis;
    /** By how many millionths the leader takes clocks to drift at most. */
    public int maxDriftPpm;

    @Override
    public MessageType type() {
        return MessageType.LEASE_REQUEST;
    }
}
