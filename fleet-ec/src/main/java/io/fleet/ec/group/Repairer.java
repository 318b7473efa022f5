package io.fleet.ec.group;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.EntryTable;
import io.fleet.ec.spread.Gatherer;
import io.fleet.ec.spread.SegmentStore;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Rebuilds the parts of decided entries that this node does not hold (rules C7, R7), some at a time. Until a part is
 * durable the node counts among those that learned the slot, not among those that hold the entry.
 */
final class Repairer {
    private static final Mark REBUILT = Mark.named("repairer.part-rebuilt");

    private static final int UNDECIDED = 0;
    private static final int DECIDED = 1;
    private static final int REFERENCED = 2;

    private final Gatherer gatherer;
    private final SegmentStore store;
    private final int mostAtOnce;
    private final EntryId[] queue;
    private final EntryTable queued;
    private int size;
    private int active;
    private BooleanSupplier more = () -> false;

    Repairer(final Gatherer gatherer, final SegmentStore store, final int mostQueued, final int mostAtOnce) {
        this.gatherer = gatherer;
        this.store = store;
        this.mostAtOnce = mostAtOnce;
        queue = new EntryId[mostQueued];
        Arrays.setAll(queue, i -> new EntryId());
        queued = new EntryTable(mostQueued);
    }

    /**
     * An entry is decided and this node does not hold its part.
     *
     * @return false when there is no room now.
     */
    boolean want(final EntryId id) {
        return want(id, DECIDED);
    }

    /**
     * The same, and the state refers to it, whatever slots are skipped.
     *
     * @return false when there is no room now.
     */
    boolean require(final EntryId id) {
        return want(id, REFERENCED);
    }

    /**
     * An entry may be decided, and this node is to hold its part.
     *
     * @return false when there is no room now.
     */
    boolean wantUndecided(final EntryId id) {
        return want(id, UNDECIDED);
    }

    private boolean want(final EntryId id, final int why) {
        final int before = queued.get(id);
        if (before != EntryTable.MISSING) {
            queued.put(id, Math.max(before, why));
            return true;
        }
        if (size == queue.length) {
            return false;
        }
        queued.put(id, why);
        queue[size++].set(id);
        return true;
    }

    /** Slots are skipped, so their parts are not wanted any more; of slots behind them they will be again. */
    void skip() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (queued.get(at(i)) == DECIDED) {
                drop(at(i));
            } else {
                swap(i, kept++);
            }
        }
        size = kept;
    }

    void onRebuilt(final EntryId id) {
        if (queued.get(id) != EntryTable.MISSING) {
            REBUILT.hit();
        }
    }

    int doWork(final long nowNs) {
        int work = 0;
        active = 0;
        for (int i = 0; i < size && active < mostAtOnce; i++) {
            final EntryId id = queue[i];
            if (!store.holds(id)) {
                active++;
                if (!store.isStaged(id) && !gatherer.isRebuilding(id) && gatherer.rebuild(id, nowNs)) {
                    work++;
                }
            }
        }
        return work + removeHeld();
    }

    /** Wherever they are: one of which there are too few parts must not hold up others. */
    private int removeHeld() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            final EntryId id = at(i);
            if (!store.holds(id)) {
                swap(i, kept++);
                continue;
            }
            if (queued.get(id) != UNDECIDED) {
                store.onDecided(id);
            }
            drop(id);
        }
        final int removed = size - kept;
        size = kept;
        return removed;
    }

    private void drop(final EntryId id) {
        queued.remove(id);
        gatherer.stop(id);
    }

    private EntryId at(final int index) {
        return queue[index];
    }

    private void swap(final int one, final int other) {
        final EntryId id = at(one);
        queue[one] = at(other);
        queue[other] = id;
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
