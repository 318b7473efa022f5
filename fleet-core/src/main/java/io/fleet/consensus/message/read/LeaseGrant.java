package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/** A voter has bound itself to a leader for as long as that asked (L1). */
public final class LeaseGrant implements Message {
    /** Of the leader. */
    public long ballot;
    /** Of the request. */
    public long round;

    @Override
    public MessageType type() {
        return MessageType.LEASE_GRANT;
    }
}
