package io.fleet.ec.message;

/**
 * PROPOSALs, STATEs and VOTEs of one member, which are durable there (rule R4): those of one duty cycle that go to the
 * same members.
 */
public final class Steps implements CodedMessage {
    /** The most lines one message carries. */
    public static final int MAX_STEPS = 256;

    /** In which lives the sender counts the members: a digest; they count only for whoever counts the same lives. */
    public long lives;
    /** How many of {@link #steps} are in use. */
    public int count;
    /** The lines; each is created when it is first taken, so that a message that is seldom long takes little. */
    public final StepLine[] steps = new StepLine[MAX_STEPS];

    /** Creates an empty message. */
    public Steps() {
    }

    /**
     * Takes the next free line.
     *
     * @return the line; its fields are as they were left.
     */
    public StepLine next() {
        final int at = count++;
        if (steps[at] == null) {
            steps[at] = new StepLine();
        }
        return steps[at];
    }

    @Override
    public Kind kind() {
        return Kind.STEPS;
    }
}
