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

    private final Gatherer gatherer;
    private final SegmentStore store;
    private final int mostAtOnce;
    private final EntryId[] queue;
    private final EntryTable queued;
    private int head;
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
        if (queued.get(id) != EntryTable.MISSING) {
            return true;
        }
        if (size == queue.length) {
            return false;
        }
        queued.put(id, 0);
        queue[(head + size++) % queue.length].set(id);
        return true;
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
            final EntryId id = queue[(head + i) % queue.length];
            if (!store.holds(id)) {
                active++;
                if (!store.isStaged(id) && !gatherer.isRebuilding(id) && gatherer.rebuild(id, nowNs)) {
                    work++;
                }
            }
        }
        while (size > 0 && store.holds(queue[head])) {
            queued.remove(queue[head]);
            gatherer.stop(queue[head]);
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
