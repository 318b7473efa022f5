package io.fleet.protocol.message;

/**
 * The leader names a member that leaves as replier no more.
 */
public final class CandidacyNoted implements Message {
    /** The ballot of the leader. */
    public long ballot;
    /** The highest LSN whose replier the member may be. */
    public long highest;

    @Override
    public MessageType type() {
        return MessageType.CANDIDACY_NOTED;
    }
}
