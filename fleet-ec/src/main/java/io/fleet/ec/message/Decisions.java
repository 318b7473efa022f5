package io.fleet.ec.message;

/**
 * How slots were decided (DECIDED, rules C5 and R3). A line that names nothing tells of a slot that is forfeited.
 */
public final class Decisions implements CodedMessage {
    /** The most lines one message carries. */
    public static final int MAX_DECISIONS = 256;

    /** How many of {@link #decisions} are in use. */
    public int count;
    /** The lines; each is created when it is first taken, so that a message that is seldom long takes little. */
    public final SlotLine[] decisions = new SlotLine[MAX_DECISIONS];

    /** Creates an empty message. */
    public Decisions() {
    }

    /**
     * Takes the next free line.
     *
     * @return the line; its fields are as they were left.
     */
    public SlotLine next() {
        final int at = count++;
        if (decisions[at] == null) {
            decisions[at] = new SlotLine();
        }
        return decisions[at];
    }

    @Override
    public Kind kind() {
        return Kind.DECISIONS;
    }
}
