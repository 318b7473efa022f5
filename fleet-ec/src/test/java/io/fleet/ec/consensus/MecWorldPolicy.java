package io.fleet.ec.consensus;

/**
 * What the world around the nodes does that the paper allows and the repaired rules forbid.
 *
 * @param durable  the kinds of votes that outlive a crash, as bits {@code 1 << kind}.
 * @param deciders whether DECIDED is delivered.
 * @param crashes  how likely a crash is where one is possible.
 */
record MecWorldPolicy(int durable, Deciders deciders, double crashes) {
    /** Rules R1 to R4 hold. */
    static final MecWorldPolicy REPAIRED = new MecWorldPolicy(-1, Deciders.HELP, 1);

    /** What those do who have decided. */
    enum Deciders {
        /** They answer. */
        HELP,
        /** As in the paper: they have nothing more to say. */
        FALL_SILENT
    }

    static MecWorldPolicy durable(final int... kinds) {
        int bits = 0;
        for (final int kind : kinds) {
            bits |= 1 << kind;
        }
        return new MecWorldPolicy(bits, Deciders.HELP, 1);
    }

    boolean keeps(final int kind) {
        return (durable & 1 << kind) != 0;
    }

    boolean keepsAll() {
        return keeps(SlotVote.PROPOSAL) && keeps(SlotVote.STATE) && keeps(SlotVote.VOTE);
    }
}
