package io.fleet.ec.message;

/**
 * Entries of which n - f members hold their parts durably (READY, rule C2), and the slot that each is meant for.
 */
public final class Ready implements CodedMessage {
    /** The most lines one message carries. */
    public static final int MAX_ENTRIES = 256;

    /** How many of {@link #entries} are in use. */
    public int count;
    /** The lines; each is created when it is first taken, so that a message that is seldom long takes little. */
    public final SlotLine[] entries = new SlotLine[MAX_ENTRIES];

    /** Creates an empty message. */
    public Ready() {
    }

    /**
     * Takes the next free line.
     *
     * @return the line; its fields are as they were left.
     */
    public SlotLine next() {
        final int at = count++;
        if (entries[at] == null) {
            entries[at] = new SlotLine();
        }
        return entries[at];
    }

    @Override
    public Kind kind() {
        return Kind.READY;
    }
}
