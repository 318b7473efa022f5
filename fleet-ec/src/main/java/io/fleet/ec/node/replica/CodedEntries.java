package io.fleet.ec.node.replica;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.ValueGatherer;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.node.proxy.EntrySplitter;
import io.fleet.ec.node.proxy.ProxyIntake;
import io.fleet.session.CommandCursor;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Decided entries as the replica applies them. Where its machine uses payload handles, an entry is its header, which
 * came with this node's part, unless the machine looks into a payload of it (C1, C7). Otherwise values are gathered
 * from k nodes ahead of it, several at a time, and put together with their headers again. Of what this node is the
 * proxy of it has the body.
 *
 * <p>An entry counts as chosen once f + 1 nodes have durably learned its slot and all before it (Q1), so whatever a
 * replica answers, also to a command that another proxy has brought before, is acknowledged by C8.
 */
public final class CodedEntries implements ChosenEntries {
    private static final CoverageMark UNREADABLE = CoverageMark.named("coded-entries.header-and-value-do-not-fit");
    private static final CoverageMark NO_ROOM = CoverageMark.named("coded-entries.gathers-no-further-ahead");
    /** How many slots above what is applied are looked at, a power of two. */
    private static final int AHEAD = 64;
    private static final int RETAINED = 1 << 20;
    private static final long MOST_BYTES = 64L << 20;

    private final int self;
    private final LongSupplier learned;
    private final Predicate<EntryId> fetch;
    private final Headers headers;
    private final ValueGatherer values;
    private final DecisionLog decisions;
    private final ProxyIntake intake;
    private final ReplicaProgress progress;
    private final GroupCounters counters;
    private final CommandCursor cursor = new CommandCursor();
    private final Slot[] slots = new Slot[AHEAD];
    private final UnsafeBuffer nothing = new UnsafeBuffer(new byte[0]);
    private long released;
    private long held;
    private long expected;

    /** Headers of entries that this node has parts of. */
    @FunctionalInterface
    public interface Headers {
        /** The length of a header, put at index 0; -1 where this node does not hold its part. */
        int read(EntryId id, ExpandableArrayBuffer target);
    }

    /** What is known of a slot that is about to be applied. */
    private static final class Slot {
        private final EntryId id = new EntryId();
        private long lsn;
        private long timestamp;
        /** How many bytes are being gathered for it. */
        private long expected;
        private DirectBuffer body;
        private ExpandableArrayBuffer own = new ExpandableArrayBuffer(0);
        private int length;
        private int offset;
        private boolean isHere;
        private boolean isReplied;
        private boolean isHeadersOnly;
        private boolean isWanted;
    }

    /**
     * Creates them.
     *
     * @param learned up to which slot f + 1 nodes have learned all durably.
     * @param fetch   gathers an entry; false where as many are under way as there may be.
     * @param headers of entries.
     * @param values  gathers values for what the replica looks into and answers.
     */
    public CodedEntries(final int self, final LongSupplier learned, final Predicate<EntryId> fetch,
                        final Headers headers,
                        final ValueGatherer values,
                        final DecisionLog decisions, final ProxyIntake intake, final ReplicaProgress progress,
                        final GroupCounters counters) {
        this.self = self;
        this.learned = learned;
        this.fetch = fetch;
        this.headers = headers;
        this.values = values;
        this.decisions = decisions;
        this.intake = intake;
        this.progress = progress;
        this.counters = counters;
        Arrays.setAll(slots, i -> new Slot());
        released = progress.applied();
    }

    @Override
    public long chosen() {
        return learned.getAsLong();
    }

    @Override
    public boolean read(final long lsn, final ChosenEntry into) {
        final Slot slot = slots[(int) lsn & AHEAD - 1];
        if (slot.lsn != lsn || !slot.isHere) {
            return false;
        }
        into.offset = slot.offset;
        into.body = slot.body;
        into.isHeadersOnly = slot.isHeadersOnly;
        into.withheldBytes = 0;
        if (slot.id.isNull() || slot.length == 0) {
            into.meta.setNoOp(0);
            into.replier = -1;
            return true;
        }
        into.meta.batcherId = slot.id.batcherId;
        into.meta.sequence = slot.id.sequence;
        into.meta.digest = slot.id.digest;
        into.meta.timestamp = slot.timestamp;
        into.meta.length = slot.length;
        into.withheldBytes = slot.isHeadersOnly ? EntrySplitter.bodyLength(slot.own, 0) - slot.length : 0;
        into.meta.flags = 0;
        into.replier = slot.isReplied ? self : -1;
        return true;
    }

    @Override
    public ValueGatherer values() {
        return progress.usesPayloads() ? values : null;
    }

    /** The group itself records decisions, before they are applied. */
    @Override
    public long bodyPosition(final long lsn) {
        return ELSEWHERE;
    }

    @Override
    public boolean isReadBack(final long lsn) {
        return false;
    }

    /** One duty cycle: lets go of what is applied, and gathers what comes next. */
    public int doWork(final long nowNs) {
        final long applied = progress.applied();
        release(applied);
        int work = 0;
        final long end = Math.min(decisions.durable(), applied + AHEAD);
        for (long lsn = applied + 1; lsn <= end; lsn++) {
            final Slot slot = slots[(int) lsn & AHEAD - 1];
            if (slot.lsn != lsn) {
                if (!decisions.read(lsn, slot.id)) {
                    return work;
                }
                begin(slot, lsn);
                work++;
            }
            if (!slot.isHere && !bring(slot, lsn == applied + 1)) {
                return work;
            }
        }
        return work;
    }

    /** False where as many values are being gathered, or are here, as may be. The next one always may. */
    private boolean bring(final Slot slot, final boolean isNext) {
        if (progress.usesPayloads() && !slot.isWanted) {
            final int length = headers.read(slot.id, slot.own);
            if (length < 0) {
                // The part is being rebuilt.
                return true;
            }
            slot.isWanted = EntrySplitter.isSound(slot.own, 0, length) && isLookedInto(slot.own, length);
            if (!slot.isWanted) {
                takeHeader(slot, length);
                return true;
            }
        }
        if (slot.expected == 0) {
            final long length = lengthOf(slot);
            if (!isNext && held + expected + length > MOST_BYTES) {
                NO_ROOM.hit();
                return false;
            }
            slot.expected = length;
            expected += length;
        }
        return fetch.test(slot.id);
    }

    /** How long an entry is, as its header says; where that is not here, as long as any. */
    private long lengthOf(final Slot slot) {
        final int length = headers.read(slot.id, slot.own);
        return length < 0 || !EntrySplitter.isSound(slot.own, 0, length) ? intake.maxEntryBytes()
            : EntrySplitter.bodyLength(slot.own, 0);
    }

    private boolean isLookedInto(final DirectBuffer header, final int length) {
        final int frames = EntrySplitter.framesOffset(header, 0);
        cursor.wrapHeaders(header, frames, length - frames);
        while (cursor.next()) {
            if (cursor.payloadLength() > 0
                && progress.looksInto(header, cursor.headerOffset(), cursor.headerLength())) {
                return true;
            }
        }
        return false;
    }

    private void takeHeader(final Slot slot, final int length) {
        slot.isHeadersOnly = true;
        final boolean isSound = EntrySplitter.isSound(slot.own, 0, length);
        slot.offset = isSound ? EntrySplitter.framesOffset(slot.own, 0) : 0;
        slot.length = isSound ? length - slot.offset : -1;
        take(slot, slot.own);
    }

    /** An entry is whole again. */
    public void onGathered(final EntryId id, final DirectBuffer header, final int headerLength,
                           final DirectBuffer value,
                           final int valueLength) {
        for (final Slot slot : slots) {
            if (slot.lsn > released && !slot.isHere && slot.id.same(id)) {
                slot.length = EntrySplitter.join(header, 0, headerLength, value, valueLength, slot.own);
                take(slot, header);
            }
        }
    }

    private void begin(final Slot slot, final long lsn) {
        slot.lsn = lsn;
        slot.length = 0;
        slot.timestamp = 0;
        slot.isReplied = false;
        slot.isHeadersOnly = false;
        slot.isWanted = false;
        slot.offset = 0;
        slot.body = nothing;
        slot.isHere = slot.id.isNull();
        final ProxyIntake.Body own = intake.of(slot.id);
        if (own != null) {
            slot.isHere = true;
            slot.isReplied = true;
            slot.body = own.buffer();
            slot.length = own.buffer().capacity();
            slot.timestamp = own.logTime();
            held += slot.length;
        }
    }

    /** What is no entry, though its digest is right, was made so by its proxy: the same on every node. */
    private void take(final Slot slot, final DirectBuffer header) {
        slot.isHere = true;
        expected -= slot.expected;
        slot.expected = 0;
        if (slot.length < 0) {
            UNREADABLE.hit();
            counters.malformedEntries.increment();
            slot.length = 0;
            return;
        }
        slot.timestamp = EntrySplitter.logTime(header, 0);
        slot.body = slot.own;
        held += slot.length;
    }

    private void release(final long applied) {
        if (applied == released) {
            return;
        }
        released = applied;
        for (final Slot slot : slots) {
            if (slot.lsn == 0 || slot.lsn > applied) {
                continue;
            }
            if (slot.isHere) {
                held -= slot.length;
                intake.applied(slot.id);
            }
            expected -= slot.expected;
            slot.expected = 0;
            slot.lsn = 0;
            slot.body = nothing;
            if (slot.own.capacity() > RETAINED) {
                slot.own = new ExpandableArrayBuffer(0);
            }
        }
    }
}
