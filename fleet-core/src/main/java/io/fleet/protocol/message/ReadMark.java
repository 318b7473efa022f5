package io.fleet.protocol.message;

/** Who counts in quorums tells a replica that reads how far it has come (P1, Q2). */
public final class ReadMark implements Message {
    /** Of the question. */
    public long round;
    /** In scattered groups the highest LSN that the sender has voted for; in coded ones up to where it has learned. */
    public long mark;
    /** The configuration that the sender acts on: marks of different ones do not add up to a quorum (S14). */
    public long configuration;
    /** In which lives the sender knows the members ({@link io.fleet.protocol.ReadMarks#lives}). */
    public long lives;

    @Override
    public MessageType type() {
        return MessageType.READ_MARK;
    }
}
