package io.fleet.ec.message;

/**
 * Entries of whose parts the sender holds its own, or the first pieces of it, durably (SEGMENT_ACK, rule R6). To their
 * proxy.
 */
public final class SegmentAcks implements CodedMessage {
    /** The most lines one message carries. */
    public static final int MAX_ENTRIES = 256;

    /** How many of {@link #entries} are in use. */
    public int count;
    /** The entries; each is created when it is first taken, so that a message that is seldom long takes little. */
    public final AckLine[] entries = new AckLine[MAX_ENTRIES];

    /** Creates an empty message. */
    public SegmentAcks() {
    }

    /**
     * Takes the next free line.
     *
     * @return the line; its fields are as they were left.
     */
    public AckLine next() {
        final int at = count++;
        if (entries[at] == null) {
            entries[at] = new AckLine();
        }
        return entries[at];
    }

    @Override
    public Kind kind() {
        return Kind.SEGMENT_ACKS;
    }
}
