package io.fleet.ec.group;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.EntryTable;
import io.fleet.ec.spread.Gatherer;
import io.fleet.ec.spread.SegmentStore;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Rebuilds the parts of entries that this node should hold and does not (rules C7, R7), some at a time. Until a part is
 * durable the node counts among those that learned the slot, not among those that hold the entry. What others have let
 * go of is not rebuilt.
 */
final class Repairer {
    private static final Mark REBUILT = Mark.named("repairer.part-rebuilt");

    private final Gatherer gatherer;
    private final SegmentStore store;
    private final int mostAtOnce;
    private final EntryId[] queue;
    /** A slot at or above the first that holds the entry; 0 where it is not known to be decided. */
    private final long[] slots;
    private final EntryTable queued;
    private int head;
    private int size;
    private int active;
    private BooleanSupplier more = () -> false;

    /** Told that what is waited for is gone. */
    @FunctionalInterface
    interface Gone {
        /**
         * A member has let go of the part of an entry that is waited for.
         *
         * @return whether it is not waited for any more.
         */
        boolean onGone(EntryId id, long slot);
    }

    Repairer(final Gatherer gatherer, final SegmentStore store, final int mostQueued, final int mostAtOnce) {
        this.gatherer = gatherer;
        this.store = store;
        this.mostAtOnce = mostAtOnce;
        queue = new EntryId[mostQueued];
        slots = new long[mostQueued];
        Arrays.setAll(queue, i -> new EntryId());
        queued = new EntryTable(mostQueued);
    }

    /**
     * This node does not hold its part of an entry.
     *
     * @param slot at or above the first that holds it; 0 where it is not known to be decided.
     * @return false when there is no room now.
     */
    boolean want(final EntryId id, final long slot) {
        final int found = queued.get(id);
        if (found != EntryTable.MISSING) {
            slots[found] = Math.max(slots[found], slot);
            return true;
        }
        if (size == queue.length) {
            return false;
        }
        final int at = (head + size++) % queue.length;
        queued.put(id, at);
        queue[at].set(id);
        slots[at] = slot;
        return true;
    }

    /** A slot at or above the first that holds an entry that is waited for; 0 for others. */
    long slotOf(final EntryId id) {
        final int at = queued.get(id);
        return at == EntryTable.MISSING ? 0 : slots[at];
    }

    boolean isWaitingFor(final EntryId id) {
        return queued.get(id) != EntryTable.MISSING;
    }

    void onRebuilt(final EntryId id) {
        if (queued.get(id) != EntryTable.MISSING) {
            REBUILT.hit();
        }
    }

    /** A member needs no part of an entry that was decided at or below a slot. */
    void onGone(final EntryId id, final long upTo, final Gone gone) {
        final int at = queued.get(id);
        if (at != EntryTable.MISSING && slots[at] <= upTo && gone.onGone(queue[at], slots[at])) {
            drop(id);
        }
    }

    /** Slots are skipped: of what was decided there, only what a state refers to is waited for any more. */
    void skip(final long upTo, final Predicate<EntryId> isReferenced) {
        for (int i = 0; i < size; i++) {
            final int at = (head + i) % queue.length;
            if (slots[at] > 0 && slots[at] <= upTo && !queue[at].isNull() && !isReferenced.test(queue[at])) {
                drop(queue[at]);
            }
        }
    }

    /** What is not known to be decided is not waited for any more. */
    void forgetUndecided() {
        for (int i = 0; i < size; i++) {
            final int at = (head + i) % queue.length;
            if (slots[at] == 0 && !queue[at].isNull()) {
                drop(queue[at]);
            }
        }
    }

    /** An entry is not waited for any more; it need not be. */
    void drop(final EntryId id) {
        final int at = queued.remove(id);
        if (at != EntryTable.MISSING) {
            gatherer.stop(id);
            queue[at].setNull();
        }
    }

    int doWork(final long nowNs) {
        int work = 0;
        active = 0;
        for (int i = 0; i < size && active < mostAtOnce; i++) {
            final EntryId id = queue[(head + i) % queue.length];
            if (!id.isNull() && !store.holds(id)) {
                active++;
                if (!store.isStaged(id) && !gatherer.isRebuilding(id) && gatherer.rebuild(id, nowNs)) {
                    work++;
                }
            }
        }
        while (size > 0 && (queue[head].isNull() || store.holds(queue[head]))) {
            if (!queue[head].isNull()) {
                queued.remove(queue[head]);
                gatherer.stop(queue[head]);
            }
            head = (head + 1) % queue.length;
            size--;
            work++;
        }
        return work;
    }

    /** More parts will be wanted as long as that is so. */
    void waitsFor(final BooleanSupplier newMore) {
        more = newMore;
    }

    /** Whether entries wait for their part, or will. */
    boolean isBusy() {
        return size > 0 || more.getAsBoolean();
    }

    /** How many entries wait for their part. */
    int waiting() {
        return size;
    }
}
