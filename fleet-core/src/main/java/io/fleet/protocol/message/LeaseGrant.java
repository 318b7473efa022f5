package io.fleet.protocol.message;

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
