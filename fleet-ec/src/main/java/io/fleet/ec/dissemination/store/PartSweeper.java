package io.fleet.ec.dissemination.store;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Lets go of the parts that nobody needs, and makes room in the log for them ({@code docs/spec/coded.md}, "Parts that
 * nobody needs"). It looks at all parts in turn. When more of the log is dead than alive, the pieces in front are
 * written again, a few at a time, so that the files they are in can go. With each snapshot it notes which entries are
 * not known to be decided, so that decisions can go too.
 */
public final class PartSweeper {
    private static final CoverageMark LET_GO = CoverageMark.named("part-sweeper.part-let-go");
    private static final CoverageMark MOVED = CoverageMark.named("part-sweeper.piece-written-again");
    private static final CoverageMark NOTED = CoverageMark.named("part-sweeper.undecided-entries-noted");
    private static final long INTERVAL_NS = 1_000_000;
    private static final int LOOKED_AT = 256;
    private static final int MOVED_AT_ONCE = 256 * 1024;
    private static final long SLACK = 64L << 20;

    private final PartStore store;
    private final PartTable table;
    private final PartRecords records;
    private final PartRetention retention;
    private final SpreadCounters counters;
    private final IntervalTimer pace = new IntervalTimer(INTERVAL_NS);
    private long slack = SLACK;
    private int place;
    private int movedTo;
    private long undecided;

    /**
     * Creates a sweeper.
     *
     * @param store     of this node's parts.
     * @param retention says what has to be kept.
     * @param counters  what is counted.
     */
    public PartSweeper(final PartStore store, final PartRetention retention, final SpreadCounters counters) {
        this.store = store;
        table = store.table();
        records = store.records();
        this.retention = retention;
        this.counters = counters;
    }

    /**
     * How much of the log may be dead beside as much as is alive, before anything is written again.
     *
     * @param bytes at least 0; 64 MiB unless said otherwise.
     */
    public void slack(final long bytes) {
        slack = bytes;
    }

    /**
     * One duty cycle.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        if (!pace.isDue(nowNs)) {
            return 0;
        }
        int work = look();
        final int dropped = records.dropDead();
        movedTo = Math.max(0, movedTo - dropped);
        work += dropped + note(false) + move();
        counters.heldParts.set(table.size());
        counters.heldBytes.set(records.neededBytes());
        counters.deadBytes.set(records.deadBytes());
        return work;
    }

    /** Up to which number records may go from the log, and all of its files that hold no others. */
    public long forgettable() {
        return records.forgettable();
    }

    /** Up to which slot decisions are of no use to tell which parts are of decided entries. */
    public long noted() {
        return records.noted();
    }

    /** Lets go of parts, a few in each call. */
    private int look() {
        final long released = retention.releasedUpTo();
        int work = 0;
        for (int i = 0; i < LOOKED_AT && place < table.used(); i++) {
            final HeldPart part = table.at(place++);
            if (!part.isUsed) {
                continue;
            }
            if (part.decidedAt == 0) {
                undecided++;
            } else if (part.decidedAt <= released && !retention.isReferenced(part.id)) {
                LET_GO.hit();
                counters.letGo.increment();
                retention.onLetGo(part.id);
                store.forget(part.id);
                work++;
            }
        }
        if (place >= table.used()) {
            place = 0;
            counters.undecidedParts.set(undecided);
            undecided = 0;
        }
        return work;
    }

    /** After a snapshot, or where the newest note is in the way, writes another one. */
    private int note(final boolean isInTheWay) {
        final boolean isDue = isInTheWay || retention.covered() > records.noted();
        if (!isDue || records.isNoting() || retention.covered() == 0 || !records.note(retention.applied())) {
            return 0;
        }
        NOTED.hit();
        return 1;
    }

    private int move() {
        if (records.deadBytes() <= records.neededBytes() + slack && !records.areManyForgotten()) {
            return 0;
        }
        int work = 0;
        while (movedTo < records.size() && !records.isMoving(movedTo) && records.movingBytes() < MOVED_AT_ONCE) {
            if (records.isNeeded(movedTo) && !moveOne(movedTo)) {
                return work;
            }
            movedTo++;
            work++;
        }
        return work;
    }

    /** False when it cannot be moved now: nothing behind it is of use before. */
    private boolean moveOne(final int rank) {
        if (records.isNote(rank)) {
            return !records.isNoting() && (note(true) > 0 || records.moveNote());
        }
        if (!records.isDurable(rank)) {
            return false;
        }
        if (!records.read(rank)) {
            store.lose(records.part(rank));
            return !records.isNeeded(rank);
        }
        if (!records.move(rank)) {
            return false;
        }
        MOVED.hit();
        counters.rewrittenBytes.add(records.length(rank));
        return true;
    }
}
