package io.fleet.ec.consensus;

/** The slots that are open at a time: those above the base, as many as the window has room for. */
final class SlotWindow {
    static final long LAST_SLOT = (1L << 60) - 1;
    private final SlotState[] slots;
    private final int mask;
    private long base;
    private long highest;

    SlotWindow(final int size, final int nodes) {
        slots = new SlotState[size];
        mask = size - 1;
        for (int i = 0; i < size; i++) {
            slots[i] = new SlotState(nodes);
        }
    }

    /** Everything up to here is decided, durably. */
    long base() {
        return base;
    }

    /** The highest slot that may be open. */
    long limit() {
        return Math.min(base + slots.length, LAST_SLOT);
    }

    /** The highest slot that was opened, or heard of above the window. */
    long highest() {
        return Math.max(highest, base);
    }

    /**
     * Somebody speaks of a slot: one more than a window above those that may be open is believed to be there, as that
     * is as far as others can be ahead of what they tell here; how far they are LEARNED says.
     */
    void noteHighest(final long slot) {
        highest = Math.max(highest, Math.min(slot, Math.min(limit() + slots.length, LAST_SLOT)));
    }

    boolean contains(final long slot) {
        return slot > base && slot <= limit();
    }

    /** The slot of that number, which the window contains. */
    SlotState get(final long number) {
        final SlotState slot = slots[(int) number & mask];
        if (slot.number != number) {
            slot.open(number);
        }
        highest = Math.max(highest, number);
        return slot;
    }

    /** The slot of that number where it was opened, otherwise null. */
    SlotState find(final long number) {
        final SlotState slot = slots[(int) number & mask];
        return slot.number == number && contains(number) ? slot : null;
    }

    void settle(final long upTo) {
        base = Math.max(base, upTo);
    }
}
