package io.fleet.protocol.message;

/** What came of applying the LSNs up to one, in one number: replicas that agree send the same. */
public final class StateDigest implements Message {
    /** The last LSN that the digest covers. */
    public long lsn;
    /** The digest; not 0. */
    public long digest;

    @Override
    public MessageType type() {
        return MessageType.STATE_DIGEST;
    }
}
