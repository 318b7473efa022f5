package io.fleet.ec.consensus.proposal;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;

/**
 * The ids that may be proposed (rule C2, RC-04), each with the slot that it is meant for, so that all nodes propose the
 * same id for one slot. Bounded; an id that finds no room is announced again by its keeper.
 */
final class Candidates {
    static final int NONE = -1;
    /** So many windows of decided ids are remembered. */
    static final int REMEMBERED = 4;
    private static final CoverageMark FULL = CoverageMark.named("candidates.table-is-full");
    private static final CoverageMark RIVAL = CoverageMark.named("candidates.two-ids-for-one-slot");

    private final Candidate[] pool;
    /** The candidates that are used, without gaps, in no order: what is done for each costs what there are. */
    private final Candidate[] used;
    private final EntryTable byId;
    private final DecidedIds decided;
    private final long[] slots;
    private final int[] meant;
    private final int members;
    private final int window;

    Candidates(final int maxCandidates, final int window, final int members) {
        pool = new Candidate[maxCandidates];
        Arrays.setAll(pool, Candidate::new);
        used = new Candidate[maxCandidates];
        byId = new EntryTable(maxCandidates);
        decided = new DecidedIds(Math.max(maxCandidates, REMEMBERED * window));
        this.window = window;
        slots = new long[window];
        meant = new int[window];
        this.members = members;
    }

    int size() {
        return byId.size();
    }

    /** One of those that are used, from 0 to {@link #size} - 1; they change places as others come and go. */
    Candidate used(final int rank) {
        return used[rank];
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

    /** Whether it is known of all slots that whoever means an id for a slot may not have known that they hold it. */
    boolean isKnownFor(final long slot) {
        return decided.knownFrom() <= Math.max(1, slot - window + 1);
    }

    long knownFrom() {
        return decided.knownFrom();
    }

    /** A slot was decided, in a life before. */
    void recoverDecided(final long slot, final EntryId id) {
        if (!id.isNull()) {
            decided.add(id, slot);
        }
    }

    /** What was decided below a slot is not known: any of the ids may be among it. */
    void forget(final long knownFrom) {
        decided.knowFrom(knownFrom);
        while (byId.size() > 0) {
            final Candidate candidate = used[byId.size() - 1];
            byId.remove(candidate.id);
            drop(candidate);
        }
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
            candidate.rank = byId.size() - 1;
            used[candidate.rank] = candidate;
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
        final int at = (int) (slot % slots.length);
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
        final int at = (int) (slot % slots.length);
        final Candidate candidate = slots[at] == slot ? pool[meant[at]] : null;
        return candidate != null && candidate.isUsed && candidate.slot == slot ? candidate : null;
    }

    /** A slot is decided: its id is none any more, and others that were meant for it need another slot (RC-12). */
    void onDecided(final long slot, final EntryId id, final long nowNs) {
        if (!id.isNull()) {
            decided.add(id, slot);
            final int index = byId.remove(id);
            if (index != EntryTable.MISSING) {
                drop(pool[index]);
            }
        }
        for (int rank = 0; rank < byId.size(); rank++) {
            if (used[rank].slot == slot) {
                used[rank].slot = 0;
                used[rank].sinceNs = nowNs;
            }
        }
    }

    private void drop(final Candidate candidate) {
        candidate.isUsed = false;
        final Candidate last = used[byId.size()];
        used[candidate.rank] = last;
        last.rank = candidate.rank;
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
