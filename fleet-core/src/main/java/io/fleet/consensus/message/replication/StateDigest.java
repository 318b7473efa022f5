package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** What came of applying a window of LSNs, in two numbers: replicas that agree send the same. */
public final class StateDigest implements Message {
    /** The last LSN of the window. */
    public long lsn;
    /** Of what {@link #digest} is made, and how: those of other versions are not compared. */
    public int version;
    /** The digest of what the machine did; not 0. */
    public long digest;
    /** What the machine says of its state; 0 where it says nothing. */
    public long state;

    @Override
    public MessageType type() {
        return MessageType.STATE_DIGEST;
    }
}
