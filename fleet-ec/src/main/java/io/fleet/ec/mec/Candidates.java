package io.fleet.ec.mec;

import io.fleet.storage.mark.Mark;
import java.util.Arrays;

/**
 * The ids that may be proposed (rule C2, RC-04), each with the slot that it is meant for, so that all nodes propose the
 * same id for one slot. Bounded; an id that finds no room is announced again by its keeper.
 */
final class Candidates {
    static final int NONE = -1;
    private static final Mark FULL = Mark.named("candidates.table-is-full");
    private static final Mark RIVAL = Mark.named("candidates.two-ids-for-one-slot");

    private final Candidate[] pool;
    private final EntryTable byId;
    private final DecidedIds decided;
    private final long[] slots;
    private final int[] meant;
    private final int members;

    Candidates(final int maxCandidates, final int window, final int members) {
        pool = new Candidate[maxCandidates];
        Arrays.setAll(pool, Candidate::new);
        byId = new EntryTable(maxCandidates);
        decided = new DecidedIds(Math.max(maxCandidates, 2 * window));
        slots = new long[window];
        meant = new int[window];
        this.members = members;
    }

    int size() {
        return byId.size();
    }

    int capacity() {
        return pool.length;
    }

    boolean isFull() {
        return byId.isFull();
    }

    Candidate get(final int index) {
        return pool[index].isUsed ? pool[index] : null;
    }

    Candidate find(final EntryId id) {
        final int index = byId.get(id);
        return index == EntryTable.MISSING ? null : pool[index];
    }

    long decidedSlot(final EntryId id) {
        return decided.slotOf(id);
    }

    /**
     * An id may be proposed.
     *
     * @param keeper who looks after it; {@link #NONE} to leave that as it is.
     * @param slot   that it is meant for; 0 for none.
     * @return the candidate; null when it is decided, or finds no room.
     */
    Candidate add(final EntryId id, final int keeper, final long slot, final long nowNs) {
        if (decided.slotOf(id) != 0) {
            return null;
        }
        Candidate candidate = find(id);
        if (candidate == null) {
            if (byId.isFull()) {
                FULL.hit();
                return null;
            }
            final int index = firstFree(id.hash());
            byId.put(id, index);
            candidate = pool[index];
            candidate.isUsed = true;
            candidate.id.set(id);
            candidate.keeper = Math.max(0, keeper);
            candidate.slot = 0;
            candidate.sinceNs = nowNs;
        } else if (keeper != NONE) {
            candidate.keeper = keeper;
        }
        if (slot > candidate.slot) {
            mean(candidate, slot, nowNs);
        }
        return candidate;
    }

    /** Takes a slot for an id, unless a rival has it that goes first there. */
    void mean(final Candidate candidate, final long slot, final long nowNs) {
        final int at = (int) slot % slots.length;
        final Candidate rival = meantFor(slot);
        candidate.sinceNs = nowNs;
        candidate.slot = slot;
        if (rival != null && rival != candidate) {
            RIVAL.hit();
            if (turn(rival.keeper, slot) <= turn(candidate.keeper, slot)) {
                return;
            }
        } else if (slots[at] > slot) {
            return;
        }
        slots[at] = slot;
        meant[at] = candidate.index;
    }

    /** The id that is meant for a slot, or null. */
    Candidate meantFor(final long slot) {
        final int at = (int) slot % slots.length;
        final Candidate candidate = slots[at] == slot ? pool[meant[at]] : null;
        return candidate != null && candidate.isUsed && candidate.slot == slot ? candidate : null;
    }

    /** A slot is decided: its id is none any more, and others that were meant for it need another slot (RC-12). */
    void onDecided(final long slot, final EntryId id, final long nowNs) {
        if (!id.isNull()) {
            decided.add(id, slot);
            final int index = byId.remove(id);
            if (index != EntryTable.MISSING) {
                pool[index].isUsed = false;
            }
        }
        for (final Candidate candidate : pool) {
            if (candidate.isUsed && candidate.slot == slot) {
                candidate.slot = 0;
                candidate.sinceNs = nowNs;
            }
        }
    }

    private int turn(final int keeper, final long slot) {
        return (int) ((keeper + members - slot % members) % members);
    }

    private int firstFree(final int hash) {
        int index = Math.floorMod(hash, pool.length);
        while (pool[index].isUsed) {
            index = (index + 1) % pool.length;
        }
        return index;
    }
}
