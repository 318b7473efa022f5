package io.fleet.ec.consensus;

/**
 * The coin that all nodes see fall alike, without a message: a hash of the group, the slot and the phase. Agreement
 * does not rest on it. That slots end does, as long as whoever delays messages does not compute it to do harm.
 */
final class CommonCoin {
    private static final long FIRST = 0xBF58_476D_1CE4_E5B9L;
    private static final long SECOND = 0x94D0_49BB_1331_11EBL;
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;
    private static final int SHIFT_A = 30;
    private static final int SHIFT_B = 27;
    private static final int TOP = 63;

    private CommonCoin() {
    }

    static int toss(final int groupId, final long slot, final int phase) {
        return mix(mix(mix(groupId) + slot) + phase) >>> TOP == 0 ? SlotVote.ZERO : SlotVote.ONE;
    }

    private static long mix(final long value) {
        long mixed = value + STEP;
        mixed = (mixed ^ mixed >>> SHIFT_A) * FIRST;
        mixed = (mixed ^ mixed >>> SHIFT_B) * SECOND;
        return mixed;
    }
}
