package io.fleet.ec.consensus;

/**
 * What a member says in a slot, as a number: PROPOSAL, STATE or VOTE, the phase and the value. Together with the slot
 * and an id it is all that has to be durable before it is sent (rule R4), and it names the message among those of its
 * sender and slot.
 */
public final class SlotVote {
    /** Kind: what a node wants the slot to hold. Phase and value are 0. */
    public static final int PROPOSAL = 1;
    /** Kind: what a node takes the outcome of a phase to be: {@link #ZERO} or {@link #ONE}. */
    public static final int STATE = 2;
    /** Kind: what a node has seen a majority of states for, or {@link #UNSURE}. */
    public static final int VOTE = 3;
    /** Value: the slot is forfeited. */
    public static final int ZERO = 1;
    /** Value: the slot holds the one id that may have a majority of PROPOSALs. */
    public static final int ONE = 2;
    /** Value of a VOTE: neither had a majority of STATEs. */
    public static final int UNSURE = 3;
    /**
     * The highest phase. Each phase is the last with probability one half at least, where chance and not an adversary
     * delays messages; a node that has used all up waits for DECIDED.
     */
    public static final int MAX_PHASE = 64;

    private static final int MASK = 0xF;
    private static final int VALUE_SHIFT = 4;
    private static final int PHASE_SHIFT = 8;

    private SlotVote() {
    }

    /**
     * Packs a vote.
     *
     * @param kind  {@link #PROPOSAL}, {@link #STATE} or {@link #VOTE}.
     * @param phase from 1; 0 for a PROPOSAL.
     * @param value 0 for a PROPOSAL.
     * @return the vote; above 0.
     */
    public static long of(final int kind, final int phase, final int value) {
        return (long) phase << PHASE_SHIFT | value << VALUE_SHIFT | kind;
    }

    /**
     * The kind of a vote.
     *
     * @param vote the vote.
     * @return the kind.
     */
    public static int kind(final long vote) {
        return (int) vote & MASK;
    }

    /**
     * The value of a vote.
     *
     * @param vote the vote.
     * @return the value.
     */
    public static int value(final long vote) {
        return (int) (vote >>> VALUE_SHIFT) & MASK;
    }

    /**
     * The phase of a vote.
     *
     * @param vote the vote.
     * @return the phase.
     */
    public static int phase(final long vote) {
        return (int) (vote >>> PHASE_SHIFT);
    }

    /**
     * Whether the number is a vote that this node could have taken.
     *
     * @param vote the number.
     * @param id   that goes with it.
     * @return null when it is sound, otherwise what is wrong.
     */
    public static String problem(final long vote, final EntryId id) {
        final int kind = kind(vote);
        final int value = value(vote);
        final long phase = vote >>> PHASE_SHIFT;
        if (kind == PROPOSAL) {
            return phase == 0 && value == 0 ? null : "a PROPOSAL has phase " + phase + " and value " + value;
        }
        if (kind != STATE && kind != VOTE) {
            return "kind " + kind + " is not in [" + PROPOSAL + ", " + VOTE + "]";
        }
        if (phase < 1 || phase > MAX_PHASE) {
            return "phase " + phase + " is not in [1, " + MAX_PHASE + "]";
        }
        if (value < ZERO || value > (kind == STATE ? ONE : UNSURE)) {
            return "value " + value + " is not in [" + ZERO + ", " + (kind == STATE ? ONE : UNSURE) + "]";
        }
        return value == ZERO || !id.isNull() ? null : "value " + value + " comes without an id (rule R1)";
    }

    /**
     * A vote in words.
     *
     * @param vote the vote.
     * @return such as {@code VOTE(2, ?)}.
     */
    public static String toString(final long vote) {
        if (kind(vote) == PROPOSAL) {
            return "PROPOSAL";
        }
        final int value = value(vote);
        final String named = value == ZERO ? "0" : value == ONE ? "1" : "?";
        return (kind(vote) == STATE ? "STATE(" : "VOTE(") + phase(vote) + ", " + named + ")";
    }
}
