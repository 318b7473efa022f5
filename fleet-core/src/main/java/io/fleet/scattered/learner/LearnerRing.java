package io.fleet.scattered.learner;

import io.fleet.storage.coverage.CoverageMark;
import org.agrona.BitUtil;

/**
 * What was heard of the LSNs that are under way, by LSN. It grows with how many of them there are, up to its capacity,
 * so that a group at rest takes little memory.
 */
final class LearnerRing {
    /** Places in the beginning. */
    static final int LEAST = 16;
    private static final CoverageMark GROWS = CoverageMark.named("learner.ring-grows");

    private final int capacity;
    private LearnerSlot[] slots;

    LearnerRing(final int capacity) {
        this.capacity = capacity;
        slots = new LearnerSlot[Math.min(capacity, LEAST)];
        fill();
    }

    /** The slot in whose place an LSN is, or would be. */
    LearnerSlot at(final long lsn) {
        return slots[(int) (lsn & slots.length - 1)];
    }

    /**
     * The slot of an LSN, begun anew when its place was another one's.
     *
     * @param above all that is above this stays where it is, as far as the capacity goes.
     */
    LearnerSlot take(final long lsn, final long above) {
        if (lsn - above > slots.length && slots.length < capacity) {
            grow(lsn - above);
        }
        final LearnerSlot slot = at(lsn);
        return slot.lsn == lsn ? slot : slot.init(lsn);
    }

    private void grow(final long needed) {
        GROWS.hit();
        final LearnerSlot[] old = slots;
        slots = new LearnerSlot[(int) Math.min(capacity, BitUtil.findNextPositivePowerOfTwo(needed))];
        for (final LearnerSlot slot : old) {
            if (slot.lsn != 0) {
                slots[(int) (slot.lsn & slots.length - 1)] = slot;
            }
        }
        fill();
    }

    private void fill() {
        for (int i = 0; i < slots.length; i++) {
            slots[i] = slots[i] == null ? new LearnerSlot() : slots[i];
        }
    }

    /** Forgets what was heard of LSNs above one, unless it is chosen. */
    void forgetUnchosen(final long above) {
        for (final LearnerSlot slot : slots) {
            if (slot.lsn > above && !slot.chosen) {
                slot.init(slot.lsn);
            }
        }
    }
}
