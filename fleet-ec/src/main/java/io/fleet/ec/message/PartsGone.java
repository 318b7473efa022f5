package io.fleet.ec.message;

import io.fleet.ec.consensus.EntryId;

/**
 * Entries of which the sender was asked for its part, does not have it, and needs none (rule C10, "newer exists"). To
 * whoever asked.
 */
public final class PartsGone implements CodedMessage {
    /** The most lines one message carries. */
    public static final int MAX_ENTRIES = 256;

    /** What was decided at or below this slot nobody needs at or above it; a snapshot of the sender covers it. */
    public long upTo;
    /** How many of {@link #entries} are in use. */
    public int count;
    /** The entries; each is created when it is first taken. */
    public final EntryId[] entries = new EntryId[MAX_ENTRIES];

    /** Creates an empty message. */
    public PartsGone() {
    }

    /**
     * Takes the next free line.
     *
     * @return the line; its fields are as they were left.
     */
    public EntryId next() {
        final int at = count++;
        if (entries[at] == null) {
            entries[at] = new EntryId();
        }
        return entries[at];
    }

    @Override
    public Kind kind() {
        return Kind.PARTS_GONE;
    }
}
