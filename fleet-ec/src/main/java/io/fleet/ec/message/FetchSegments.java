package io.fleet.ec.message;

/**
 * Asks a member for its own parts of entries, or pieces of them (rule C7). Answered by {@link SegmentChunk}, as copies.
 */
public final class FetchSegments implements CodedMessage {
    /** The most lines one message carries. */
    public static final int MAX_ENTRIES = 256;

    /** How many of {@link #entries} are in use. */
    public int count;
    /** The entries; each is created when it is first taken, so that a message that is seldom long takes little. */
    public final FetchLine[] entries = new FetchLine[MAX_ENTRIES];

    /** Creates an empty message. */
    public FetchSegments() {
    }

    /**
     * Takes the next free line.
     *
     * @return the line; its fields are as they were left.
     */
    public FetchLine next() {
        final int at = count++;
        if (entries[at] == null) {
            entries[at] = new FetchLine();
        }
        return entries[at];
    }

    @Override
    public Kind kind() {
        return Kind.FETCH_SEGMENTS;
    }
}
