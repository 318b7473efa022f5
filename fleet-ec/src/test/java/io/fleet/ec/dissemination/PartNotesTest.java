package io.fleet.ec.dissemination;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.dissemination.context.FetchConfig;
import io.fleet.ec.dissemination.context.LongValueConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.store.FormerParts;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.dissemination.store.PartRetention;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.dissemination.store.PartSweeper;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Node 1 of five, with three data segments, whose log outlives it. */
class PartNotesTest extends UnusedSpread implements PartLog, PartRetention {
    private static final int SELF = 1;
    private static final int PROXY = 2;
    private static final long TICK_NS = 2_000_000;
    private static final long SETTLED = 120;
    private static final long NOTED = 100;
    private static final int MANY = 512;
    private static final int TOO_MANY = 2_100;
    private static final int SOME = 50;
    private static final int MOST = 3_000;
    private static final EntryId ANOTHER = new EntryId(6, 1, 1);
    private final EntryId id = new EntryId().set(7, 1, 1);
    private final UnsafeBuffer part = new UnsafeBuffer(new byte[64]);
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> staged = new ArrayList<>();
    private int length;
    private long covered;
    private long released;
    private boolean isReadable = true;
    private long settled = SETTLED;
    private long starts;
    /** So that a note lists 2,048 entries. */
    private int longest = 2_048 * 24;
    private long nowNs;
    private PartStore store;
    private PartSweeper sweeper;

    PartNotesTest() {
        length = PieceLayout.length(1, new ShardCodec(CodecKind.TABLE.create(3, 2)).shardLength(3));
        PieceLayout.put(part, SELF, 1, 3, 3);
        start();
    }

    /** Rule R6: a note that cannot be read now, and can at a later start, says nothing of what is written now. */
    @Test
    void shouldNumberRecordsAboveThoseThatItCannotRead() {
        forgetUndecidedAndNote();
        final List<Row> unread = List.copyOf(rows);
        rows.clear();
        start();
        id.set(7, 2, 2);
        handOver();
        flush();
        rows.addAll(unread);
        start();
        assertTrue(store.holds(id));
        assertEquals(0, store.decidedUpTo(id));
    }

    /** Rule R6: its proxy may go on after all, and then this node would let go of what it promises. */
    @Expects("forgotten-parts.listed-in-a-note")
    @Test
    void shouldNotTakeAForgottenPartForOneOfADecidedEntry() {
        keepAnotherInFront();
        forgetUndecidedAndNote();
        assertTrue(store.holds(id));
        assertEquals(0, store.decidedUpTo(id));
    }

    /** Rule E5: it is not brought up as undecided long after its slot, which nobody remembers. */
    @Test
    void shouldTakeAForgottenPartForOneOfADecidedEntryOnceASlotHoldsIt() {
        keepAnotherInFront();
        forgetUndecided();
        store.onDecided(SETTLED + 1, id);
        noteAndStart(SETTLED + 1);
        assertEquals(SETTLED + 1, store.decidedUpTo(id));
    }

    @Test
    void shouldListAForgottenPartWhoseSlotIsAboveTheNote() {
        keepAnotherInFront();
        forgetUndecided();
        store.onDecided(SETTLED + 1, id);
        noteAndStart(NOTED);
        assertEquals(0, store.decidedUpTo(id));
    }

    /** Such a slot holds the entry for another time that it was written. */
    @Test
    void shouldNotCountASlotFromBeforeAForgottenPartCame() {
        keepAnotherInFront();
        forgetUndecided();
        store.onDecided(SETTLED, id);
        noteAndStart(SETTLED + 1);
        assertTrue(store.holds(id));
        assertEquals(0, store.decidedUpTo(id));
    }

    @Test
    void shouldListAForgottenPartThatCameAgainOnlyAsThePartThatItIs() {
        keepAnotherInFront();
        forgetUndecided();
        handOver();
        flush();
        store.onDecided(SETTLED + 1, id);
        noteAndStart(SETTLED + 1);
        assertEquals(SETTLED + 1, store.decidedUpTo(id));
    }

    /** It is twice forgotten; of the first time a slot is known. */
    @Test
    void shouldListAPartThatIsForgottenAgain() {
        keepAnotherInFront();
        forgetUndecided();
        store.onDecided(SETTLED + 1, id);
        settled = SETTLED + 2;
        handOver();
        flush();
        store.forget(id);
        noteAndStart(SETTLED + 3);
        assertTrue(store.holds(id));
        assertEquals(0, store.decidedUpTo(id));
    }

    /** The log goes by whole files; what is left over in one counts for nothing. */
    @Expects("part-records.record-found-that-was-not-needed")
    @Test
    void shouldNotFindAgainWhatWasNotNeeded() {
        forgetUndecidedAndNote();
        assertFalse(store.knows(id));
        store.onDecided(SETTLED + 1, id);
        noteAndStart(SETTLED + 1);
        assertFalse(store.knows(id));
    }

    /** Each holds up the log until it has been written again. */
    @Test
    void shouldMakeRoomWhenManyAreForgotten() {
        keepAnotherInFront();
        for (int i = 0; i <= MANY; i++) {
            id.set(8, i, 1);
            handOver();
            flush();
            store.forget(id);
        }
        assertTrue(store.records().areManyForgotten());
        sweep();
        assertFalse(store.records().areManyForgotten());
        assertTrue(store.holds(ANOTHER));
    }

    /** What was written again is in front of what came since, and has its turn again. */
    @Test
    void shouldWriteAgainWhatItHasWrittenAgain() {
        keepAnotherInFront();
        store.onDecided(SETTLED + 1, ANOTHER);
        sweeper.slack(0);
        for (int round = 1; round <= 4; round++) {
            final long before = sweeper.forgettable();
            for (int i = 0; i < SOME; i++) {
                id.set(8, round * SOME + i, 1);
                handOver();
                flush();
                store.onDecided(SETTLED + round * SOME + i, id);
            }
            released = SETTLED + round * SOME + SOME;
            sweep();
            assertTrue(sweeper.forgettable() >= before + SOME, "round " + round);
            assertTrue(store.records().size() < SOME, "round " + round);
        }
        assertTrue(store.holds(ANOTHER));
    }

    /** A note in front of forgotten parts that are too many for another one is written again as it is. */
    @Test
    void shouldNoteAgainAfterTooManyWereForgotten() {
        keepAnotherInFront();
        note(NOTED);
        for (int i = 0; i < TOO_MANY; i++) {
            id.set(8, i, 1);
            handOver();
        }
        flush();
        start();
        FormerParts.letGo(store, new SpreadCounters(), ANOTHER::same);
        note(NOTED + 1);
        assertFalse(store.records().areManyForgotten());
        assertTrue(store.records().size() < SOME);
    }

    /** Parts that are here and too many for a note do not become fewer by that. */
    @Test
    void shouldNotWriteAgainWhatMakesNoNotePossible() {
        for (int i = 0; i < TOO_MANY; i++) {
            id.set(8, i, 1);
            handOver();
        }
        flush();
        store.forget(id);
        covered = NOTED;
        final int records = store.records().size();
        sweep();
        assertEquals(0, sweeper.noted());
        assertEquals(records, store.records().size());
    }

    /** It says nothing to a start, either. */
    @Expects("part-records.note-in-front-cannot-be-read")
    @Test
    void shouldDoWithoutANoteThatCannotBeRead() {
        note(NOTED);
        keepAnotherInFront();
        for (int i = 1; i <= 3; i++) {
            id.set(8, i, 1);
            handOver();
            flush();
            store.forget(id);
        }
        start();
        final long before = sweeper.forgettable();
        covered = 0;
        released = SETTLED;
        sweeper.slack(0);
        isReadable = false;
        store.forget(id);
        id.set(8, 1, 1);
        store.forget(id);
        id.set(8, 2, 1);
        store.forget(id);
        sweep();
        assertTrue(sweeper.forgettable() > before);
    }

    /** A part whose head came again before a crash has pieces of before, which are of a time that is over. */
    @Test
    void shouldNotFindPiecesAgainThatWereNotNeeded() {
        final EntryId cut = new EntryId(7, 5, 5);
        final byte[] piece = new byte[length];
        part.getBytes(0, piece);
        rows.add(new Row(11, 0, cut, PieceTag.of(1, 3), new byte[40]));
        rows.add(new Row(12, 0, cut, PieceTag.of(2, 3), new byte[40]));
        rows.add(new Row(20, SETTLED << 1, id, PieceTag.WHOLE, piece));
        rows.add(new Row(60, 0, new EntryId(50, 59, NOTED), PieceTag.NOTE, new byte[0]));
        rows.add(new Row(100, SETTLED << 1, cut, PieceTag.of(0, 3), new byte[40]));
        start();
        assertFalse(store.knows(id));
        noteAndStart(SETTLED + 1);
        assertFalse(store.knows(id));
        assertFalse(store.knows(cut));
    }

    /** Thousands of entries that are never decided keep neither decisions nor, after starts, parts of others. */
    @Tag("hazard-E-B2")
    @Test
    void shouldTellManyUndecidedEntriesFromDecidedOnesAfterEachStart() { // E5, C10
        longest = 3 * longest;
        start();
        for (int i = 0; i < TOO_MANY; i++) {
            id.set(8, i, 1);
            handOver();
        }
        flush();
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < SOME; i++) {
                id.set(9, round * SOME + i, 1);
                handOver();
                flush();
                store.onDecided(SETTLED + round * SOME + i, id);
            }
            noteAndStart(SETTLED + (round + 1) * SOME);
            assertEquals(TOO_MANY, undecided(), "start " + round);
        }
    }

    private int undecided() {
        final int[] count = new int[1];
        int from = 0;
        do {
            from = store.listUndecided(from, each -> ++count[0] % 100 != 0);
        } while (from != 0);
        return count[0];
    }

    private void keepAnotherInFront() {
        store.put(PROXY, ANOTHER, part, 0, length, nowNs);
        flush();
    }

    private void forgetUndecidedAndNote() {
        forgetUndecided();
        noteAndStart(NOTED);
    }

    /** Its part of an undecided entry goes as all members say that it is of no use. */
    private void forgetUndecided() {
        handOver();
        flush();
        start();
        FormerParts.letGo(store, new SpreadCounters(), ANOTHER::same);
        assertFalse(store.knows(id));
    }

    private void noteAndStart(final long slot) {
        note(slot);
        start();
    }

    private void note(final long slot) {
        covered = slot;
        sweep();
        assertEquals(slot, sweeper.noted());
    }

    private void sweep() {
        for (int i = 0; i < 5; i++) {
            nowNs += TICK_NS;
            sweeper.doWork(nowNs);
            flush();
        }
    }

    private boolean handOver() {
        return store.put(PROXY, id, part, 0, length, nowNs);
    }

    private void start() {
        final SpreadConfig config = new SpreadConfig(SELF, Quorums.ofCode(3, 2), 1 << 20, 8, MOST, 1_000,
            LongValueConfig.defaults(), FetchConfig.defaults());
        final SpreadCounters counters = new SpreadCounters();
        staged.clear();
        starts++;
        store = new PartStore(config, new ShardCodec(CodecKind.TABLE.create(3, 2)), this, this, counters);
        sweeper = new PartSweeper(store, this, counters);
        final FakeHistory history = new FakeHistory();
        history.settled = settled;
        store.history(history);
        rows.forEach(row -> store.recover(row.number, row.state, row.id, row.tag, row.number, row.bytes.length));
        store.endRecovery();
    }

    private void flush() {
        final List<Row> flushed = new ArrayList<>(staged);
        staged.clear();
        rows.addAll(flushed);
        flushed.forEach(row -> store.onDurable(row.number, row.number));
    }

    @Override
    public long starts() {
        return starts;
    }

    @Override
    public int longest() {
        return longest;
    }

    @Override
    public boolean append(final long number, final long state, final EntryId of, final long tag,
                          final DirectBuffer piece, final int offset, final int size) {
        final byte[] bytes = new byte[size];
        piece.getBytes(offset, bytes);
        staged.add(new Row(number, state, new EntryId().set(of), tag, bytes));
        return true;
    }

    @Override
    public boolean read(final long position, final EntryId of, final long tag, final int size,
                        final ExpandableArrayBuffer target) {
        for (final Row row : rows) {
            if (row.number == position && isReadable) {
                target.putBytes(0, row.bytes);
                return true;
            }
        }
        return false;
    }

    @Override
    public void segmentAck(final int to, final EntryId of, final int pieces, final long life, final long reliedOn) {
        assertTrue(pieces > 0);
    }

    @Override
    public long releasedUpTo() {
        return released;
    }

    @Override
    public boolean isReferenced(final EntryId of) {
        return of.same(ANOTHER);
    }

    @Override
    public void onLetGo(final EntryId of) {
        assertTrue(store.decidedUpTo(of) <= released);
    }

    @Override
    public long applied() {
        return covered;
    }

    @Override
    public long covered() {
        return covered;
    }

    /** A record of the log. */
    private record Row(long number, long state, EntryId id, long tag, byte[] bytes) {
    }
}
