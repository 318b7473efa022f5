package io.fleet.ec.group.repair;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import io.fleet.ec.dissemination.gather.Gatherer;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Rebuilds the parts of entries that this node should hold and does not (rules C7, R7), some at a time. Until a part is
 * durable the node counts among those that learned the slot, not among those that hold the entry. What others have let
 * go of is not rebuilt. A part whose decision was faster than itself is given a moment to come; one that cannot be
 * rebuilt for now, as too few others have theirs, gives way to those behind it, and has its turn again after them.
 */
public final class PartRebuilder {
    private static final CoverageMark REBUILT = CoverageMark.named("repairer.part-rebuilt");

    private static final CoverageMark GIVES_WAY = CoverageMark.named("repairer.part-gives-way-to-others");
    private static final CoverageMark ON_ITS_WAY = CoverageMark.named("repairer.part-may-be-on-its-way");
    /** So many intervals of asking one part may take while others wait. */
    private static final int PATIENCE = 16;

    private final Gatherer gatherer;
    private final PartStore store;
    private final int mostAtOnce;
    private final EntryId[] queue;
    /** A slot at or above the first that holds the entry; 0 where it is not known to be decided. */
    private final long[] slots;
    /** Since when it is wanted, and since when it is being rebuilt. */
    private final long[] sinceNs;
    private final long[] startedNs;
    private final EntryTable queued;
    private final long graceNs;
    private final long patienceNs;
    private long nowNs;
    private int head;
    private int size;
    private int active;
    private BooleanSupplier more = () -> false;

    /** Told that what is waited for is gone. */
    @FunctionalInterface
    public interface Gone {
        /**
         * A member has let go of the part of an entry that is waited for.
         *
         * @return whether it is not waited for any more.
         */
        boolean onGone(EntryId id, long slot);
    }

    /** Nothing is wanted yet; {@code graceNs} is how long a part is waited for before it is rebuilt. */
    public PartRebuilder(final Gatherer gatherer, final PartStore store, final int mostQueued, final int mostAtOnce,
                         final long graceNs, final long resendNs) {
        this.gatherer = gatherer;
        this.store = store;
        this.mostAtOnce = mostAtOnce;
        this.graceNs = graceNs;
        patienceNs = PATIENCE * resendNs;
        sinceNs = new long[mostQueued];
        startedNs = new long[mostQueued];
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
    public boolean want(final EntryId id, final long slot) {
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
        sinceNs[at] = nowNs;
        return true;
    }

    /** A slot at or above the first that holds an entry that is waited for; 0 for others. */
    public long slotOf(final EntryId id) {
        final int at = queued.get(id);
        return at == EntryTable.MISSING ? 0 : slots[at];
    }

    public boolean isWaitingFor(final EntryId id) {
        return queued.get(id) != EntryTable.MISSING;
    }

    public void onRebuilt(final EntryId id) {
        if (queued.get(id) != EntryTable.MISSING) {
            REBUILT.hit();
        }
    }

    /** A member needs no part of an entry that was decided at or below a slot. */
    public void onGone(final EntryId id, final long upTo, final Gone gone) {
        final int at = queued.get(id);
        if (at != EntryTable.MISSING && slots[at] <= upTo && gone.onGone(queue[at], slots[at])) {
            drop(id);
        }
    }

    /** Slots are skipped: of what was decided there, only what a state refers to is waited for any more. */
    public void skip(final long upTo, final Predicate<EntryId> isReferenced) {
        for (int i = 0; i < size; i++) {
            final int at = (head + i) % queue.length;
            if (slots[at] > 0 && slots[at] <= upTo && !queue[at].isNull() && !isReferenced.test(queue[at])) {
                drop(queue[at]);
            }
        }
    }

    /** What is not known to be decided is not waited for any more. */
    public void forgetUndecided() {
        for (int i = 0; i < size; i++) {
            final int at = (head + i) % queue.length;
            if (slots[at] == 0 && !queue[at].isNull()) {
                drop(queue[at]);
            }
        }
    }

    /** An entry is not waited for any more; it need not be. */
    public void drop(final EntryId id) {
        final int at = queued.remove(id);
        if (at != EntryTable.MISSING) {
            gatherer.stop(id);
            queue[at].setNull();
        }
    }

    public int doWork(final long newNowNs) {
        nowNs = newNowNs;
        int work = giveWay();
        active = 0;
        for (int i = 0; i < size && active < mostAtOnce; i++) {
            final int at = (head + i) % queue.length;
            if (!queue[at].isNull() && !store.holds(queue[at])) {
                work += rebuild(at);
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

    private int rebuild(final int at) {
        final EntryId id = queue[at];
        final boolean isUnderWay = store.isStaged(id) || gatherer.isRebuilding(id);
        if (!isUnderWay && nowNs - sinceNs[at] < graceNs) {
            ON_ITS_WAY.hit();
            return 0;
        }
        active++;
        if (isUnderWay || !gatherer.rebuild(id, nowNs)) {
            return 0;
        }
        startedNs[at] = nowNs;
        return 1;
    }

    /** What is in front and takes too long goes behind all others, if more wait than are rebuilt at a time. */
    private int giveWay() {
        int work = 0;
        while (size > mostAtOnce && !queue[head].isNull() && gatherer.isRebuilding(queue[head])
            && nowNs - startedNs[head] >= patienceNs) {
            GIVES_WAY.hit();
            gatherer.stop(queue[head]);
            final int tail = (head + size) % queue.length;
            if (tail != head) {
                queued.remove(queue[head]);
                queued.put(queue[head], tail);
                queue[tail].set(queue[head]);
                slots[tail] = slots[head];
                sinceNs[tail] = sinceNs[head];
                queue[head].setNull();
            }
            head = (head + 1) % queue.length;
            work++;
        }
        return work;
    }

    /** More parts will be wanted as long as that is so. */
    public void waitsFor(final BooleanSupplier newMore) {
        more = newMore;
    }

    /** Whether entries wait for their part, or will. */
    public boolean isBusy() {
        return size > 0 || more.getAsBoolean();
    }

    /** How many entries wait for their part. */
    public int waiting() {
        return size;
    }
}
