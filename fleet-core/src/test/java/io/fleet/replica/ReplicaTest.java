package io.fleet.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.fixture.log.NumberedLog;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class ReplicaTest {
    private static final int WINDOW = 16;
    private static final int SELF = 2;

    private final RecordingOutbound out = new RecordingOutbound(SELF);
    private final JournalMachine machine = new JournalMachine();
    private final Log log = new Log();
    private final Chosen chosen = new Chosen();
    private final Replica replica = replica(machine, log);

    @Test
    void shouldApplyChosenEntriesInLsnOrder() { // S6, FL-16
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().write(1, 1, "a"), 3, 101);
        chosen.add(new Body().write(1, 2, "b"), SELF, 102);
        replica.doWork(chosen, 0);
        assertEquals(List.of("2@101 a", "3@102 b"), machine.lines);
        assertEquals(3, replica.applied());
        assertEquals(List.of("7 1/5", "0 1/2 line 2"), Answers.of(out), "where it is the replier");
    }

    @Test
    void shouldApplyNothingAboveWhatIsChosen() { // S6
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().write(1, 1, "a"), SELF, 101);
        chosen.limit = 1;
        replica.doWork(chosen, 0);
        assertEquals(1, replica.applied());
        assertTrue(machine.lines.isEmpty());
        chosen.limit = 2;
        replica.doWork(chosen, 0);
        assertEquals(1, machine.lines.size());
    }

    @Test
    void shouldWaitForABodyThatIsNotHere() { // S8
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().write(1, 1, "a"), SELF, 101);
        chosen.missing.add(2L);
        replica.doWork(chosen, 0);
        assertEquals(1, replica.applied());
        chosen.missing.clear();
        replica.doWork(chosen, 0);
        assertEquals(2, replica.applied());
    }

    @Test
    void shouldNeverLetTimeGoBack() { // S11
        chosen.add(new Body().open(5), SELF, 500);
        chosen.add(new Body().write(1, 1, "a"), SELF, 400);
        chosen.addNoOp();
        chosen.add(new Body().write(1, 2, "b"), SELF, 600);
        replica.doWork(chosen, 0);
        assertEquals(List.of("2@500 a", "4@600 b"), machine.lines);
        assertEquals(600, replica.logTime());
    }

    @Test
    void shouldDoNothingForANoOp() { // S5
        chosen.addNoOp();
        replica.doWork(chosen, 0);
        assertEquals(1, replica.applied());
        assertEquals(1, log.appended());
        assertTrue(machine.lines.isEmpty());
        assertTrue(out.sent.isEmpty());
    }

    @Test
    @Expects("replica.recorded-with-its-body")
    void shouldRecordAReferenceWhereTheBodyIsDurable() { // docs/internals.md, A command's way
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().open(6), SELF, 100);
        chosen.positions.add(77L);
        chosen.positions.add(ChosenEntries.NOT_STORED);
        replica.doWork(chosen, 0);
        assertEquals(List.of("1 at 77", "2 with body"), log.records);
    }

    @Test
    @Expects("replica.recorded-without-its-body")
    void shouldRecordNoBodyThatOthersHold() { // S6
        chosen.add(new Body().open(5), SELF, 100);
        chosen.positions.add(ChosenEntries.ELSEWHERE);
        replica.doWork(chosen, 0);
        assertEquals(List.of("1 without body"), log.records);
    }

    @Test
    void shouldNotHoldUpApplyingForARecordOnItsWay() { // FL-18
        chosen.add(new Body().open(5), SELF, 100);
        chosen.positions.add(ChosenEntries.ON_ITS_WAY);
        replica.doWork(chosen, 0);
        assertEquals(1, replica.applied());
        assertEquals(0, replica.recorded());
        chosen.positions.set(0, 5L);
        replica.doWork(chosen, 0);
        assertEquals(1, replica.recorded());
    }

    @Test
    @Expects("replica.ordered-log-had-no-room")
    void shouldWaitWhenTheOrderedLogLagsByAWindow() { // S13
        for (int i = 0; i < 3 * WINDOW; i++) {
            chosen.add(new Body().open(i + 1), SELF, 100);
        }
        log.full = true;
        replica.doWork(chosen, 0);
        assertEquals(WINDOW, replica.applied());
        log.full = false;
        replica.doWork(chosen, 0);
        replica.doWork(chosen, 0);
        assertEquals(WINDOW, log.appended(), "what is appended and not durable is bounded too");
        log.durable = WINDOW;
        replica.doWork(chosen, 0);
        assertEquals(2 * WINDOW, log.appended());
        assertEquals(WINDOW, replica.durable());
    }

    @Test
    void shouldRebuildItsStateFromTheOrderedLogAndAnswerNobody() { // S9
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().write(1, 1, "a"), SELF, 101);
        final JournalMachine restored = new JournalMachine();
        final Replica next = replica(restored, log);
        for (int i = 0; i < 2; i++) {
            next.restore(i + 1, chosen.metas.get(i), chosen.bodies.get(i).buffer(), 0);
        }
        replica.doWork(chosen, 0);
        assertEquals(machine.lines, restored.lines);
        assertEquals(2, next.applied());
        assertEquals(101, next.logTime());
        assertEquals(1, next.sessionCount());
        assertEquals(2, Answers.of(out).size(), "the answers of the first replica alone");
    }

    @Test
    void shouldKeepSessionsAndTimeInASnapshot() { // S9, S11
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().write(1, 1, "a"), SELF, 101);
        replica.doWork(chosen, 0);
        final MemorySnapshot snapshot = new MemorySnapshot();
        replica.writeSnapshot(snapshot);
        final JournalMachine restored = new JournalMachine();
        final Replica next = replica(restored, log);
        next.readSnapshot(snapshot.reader());
        assertEquals(2, next.applied());
        assertEquals(101, next.logTime());
        chosen.add(new Body().write(1, 1, "a"), SELF, 102);
        out.clear();
        next.doWork(chosen, 0);
        assertEquals(List.of("2@101 a"), restored.lines);
        assertEquals(List.of("0 1/1 line 1"), Answers.of(out), "a retry after the snapshot is not executed again");
    }

    @Test
    void shouldGoOnFromTheStateOfAnother() { // S6, S9, S11
        final Log elsewhere = new Log();
        final JournalMachine machine = new JournalMachine();
        final Replica ahead = replica(machine, elsewhere);
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().write(1, 1, "a"), SELF, 101);
        ahead.doWork(chosen, 0);
        log.full = true;
        assertFalse(replica.become(ahead), "the ordered log must note it first");
        assertEquals(0, replica.applied());
        log.full = false;
        assertTrue(replica.become(ahead));
        assertEquals(List.of("skipped to 2"), log.records.subList(1, 2));
        assertEquals(2, replica.applied());
        assertEquals(2, replica.recorded());
        assertEquals(101, replica.logTime());
        chosen.add(new Body().write(1, 1, "a"), SELF, 102);
        out.clear();
        replica.doWork(chosen, 0);
        assertEquals(List.of("2@101 a"), machine.lines, "a retry after it is not executed again");
        assertEquals(List.of("0 1/1 line 1"), Answers.of(out));
        assertThrows(IllegalArgumentException.class, () -> replica.become(ahead), "never back");
    }

    @Test
    void shouldTellBatchersTheLeader() {
        chosen.add(new Body().open(5), SELF, 100);
        replica.doWork(chosen, 7L << 16 | 3);
        assertEquals(3, out.last(ReplyBatch.class).leader);
    }

    @Test
    @Expects("replica.recorded-ahead-of-what-is-applied")
    void shouldRecordWithoutApplyingWhileItIsPaused() { // S6, S13
        chosen.add(new Body().open(5), SELF, 100);
        replica.doWork(chosen, 0);
        replica.pause();
        for (int i = 1; i <= WINDOW + 5; i++) {
            chosen.add(new Body().write(1, i, "a"), 3, 100 + i);
        }
        log.durable = 1;
        replica.doWork(chosen, 0);
        assertEquals(1, replica.applied());
        assertEquals(WINDOW + 1, log.appended(), "no more than a window is not durable");
        log.durable = WINDOW + 1;
        replica.doWork(chosen, 0);
        assertEquals(WINDOW + 6, log.appended());
        assertTrue(machine.lines.isEmpty());
        replica.resume();
        replica.doWork(chosen, 0);
        assertEquals(WINDOW + 6, replica.applied());
        assertEquals(WINDOW + 5, machine.lines.size());
    }

    @Test
    @Expects("replica.entry-applied-without-the-duty")
    void shouldLetNobodyAtItsStateWhileAnotherThreadAppliesAnEntry() { // S6, S9
        chosen.add(new Body().open(5), SELF, 100);
        replica.doWork(chosen, 0);
        chosen.add(new Body().write(1, 1, "a"), SELF, 101);
        chosen.add(new Body().write(1, 2, "b"), SELF, 102);
        final UserCode away = begin();
        assertFalse(away.isSlow(), "none was slow yet");
        away.leave();
        assertEquals(List.of(2L), chosen.lent);
        assertNull(replica.next(), "the next one waits");
        assertTrue(replica.isAway());
        assertFalse(replica.isBetweenEntries(), "no snapshot, no query");
        assertEquals(Long.MAX_VALUE, replica.nextDeadline());
        away.run();
        replica.refuse(1, 1, 0, ReplyFrame.READ_LATER, "busy", new Body().read(0, 1, "q").buffer(), 0, 1);
        assertEquals(1, Answers.of(out).size(), "who asks will ask again");
        assertNull(begin(), "it was not given back");
        replica.end();
        assertEquals(1, replica.applied());
        assertEquals(100, replica.logTime());
        assertEquals(1, Answers.of(out).size(), "nothing is sent by who has not the duty");
        away.giveBack(1_000_000);
        assertNull(begin(), "reads, digests and a snapshot to be installed have their turn");
        assertTrue(replica.isBetweenEntries());
        assertEquals(2, replica.applied());
        replica.end();
        final UserCode next = begin();
        assertEquals("0 1/1 line 1", Answers.of(out).get(1));
        assertTrue(next.isSlow(), "one of a machine that was slow leaves at once");
        next.run();
        assertEquals(1, next.finish());
        assertEquals(List.of("2@101 a", "3@102 b"), machine.lines);
    }

    @Test
    void shouldTakeAMachineForQuickAgainAfterEnoughQuickEntries() {
        chosen.add(new Body().open(5), SELF, 100);
        final int quick = 16;
        for (int i = 1; i <= quick + 2; i++) {
            chosen.add(new Body().write(1, i, "a"), SELF, 100 + i);
        }
        replica.doWork(chosen.upTo(1), 0);
        chosen.limit = Long.MAX_VALUE;
        for (int i = 0; i <= quick; i++) {
            final UserCode next = begin();
            assertEquals(i > 0, next.isSlow(), "entry " + i);
            next.leave();
            next.run();
            next.giveBack(i == 0 ? 1_000_000 : 999_999);
            assertNull(begin());
            replica.end();
            log.durable = log.appended();
        }
        assertFalse(begin().isSlow());
    }

    @Test
    void shouldRecordAheadOfAnEntryThatIsAppliedElsewhereWhereItWouldWaitOtherwise() { // S6, S13
        chosen.add(new Body().open(5), SELF, 100);
        replica.doWork(chosen, 0);
        for (int i = 1; i <= WINDOW / 2; i++) {
            chosen.add(new Body().write(1, i, "a"), SELF, 100 + i);
        }
        begin().leave();
        replica.end();
        assertEquals(1, log.appended(), "what is in memory needs not be read back");
        chosen.isCrowded = true;
        replica.end();
        assertEquals(WINDOW / 2 + 1, log.appended());
        chosen.isCrowded = false;
        for (int i = 1; i <= WINDOW / 2; i++) {
            chosen.add(new Body().write(1, WINDOW / 2 + i, "a"), SELF, 200 + i);
        }
        log.durable = log.appended();
        replica.end();
        assertEquals(WINDOW + 1, log.appended(), "others go on with ordering");
        assertEquals(1, replica.applied());
        assertTrue(replica.isBehind());
    }

    @Test
    void shouldTellOfAFailureOfAnotherThreadWithItsCause() {
        chosen.add(new Body().open(5), SELF, 100);
        chosen.add(new Body().write(1, 1, "error"), SELF, 101);
        replica.doWork(chosen.upTo(1), 0);
        chosen.limit = Long.MAX_VALUE;
        final UserCode away = begin();
        away.leave();
        away.run();
        away.giveBack(1);
        final Error failure = assertThrows(Error.class, this::begin);
        assertTrue(failure.getMessage().contains("as asked"), failure.getMessage());
        assertEquals(1, replica.applied());
    }

    private UserCode begin() {
        replica.begin(chosen, 0);
        return replica.next();
    }

    @Test
    void shouldApplyInPiecesWhatItHasToReadBack() {
        chosen.add(new Body().open(5), SELF, 100);
        replica.doWork(chosen, 0);
        replica.pause();
        final int entries = 100;
        for (int i = 1; i < entries; i++) {
            chosen.add(new Body().write(1, i, "a"), 3, 100 + i);
        }
        while (log.appended() < entries) {
            log.durable = log.appended();
            replica.doWork(chosen, 0);
        }
        replica.resume();
        final List<Long> steps = new ArrayList<>();
        while (replica.applied() < entries) {
            replica.doWork(chosen, 0);
            steps.add(replica.applied());
        }
        assertEquals(List.of(33L, 65L, 97L, 100L), steps, "acknowledgements do not wait until it has caught up");
    }

    @Test
    void shouldApplyOneLongEntryAtATimeWhenItHasToReadThemBack() {
        chosen.add(new Body().open(5), SELF, 100);
        replica.doWork(chosen, 0);
        replica.pause();
        for (int i = 1; i <= 3; i++) {
            chosen.add(new Body().write(1, i, "a".repeat(130 << 10)), 3, 100 + i);
        }
        replica.doWork(chosen, 0);
        replica.resume();
        replica.doWork(chosen, 0);
        assertEquals(2, replica.applied());
        replica.doWork(chosen, 0);
        assertEquals(3, replica.applied());
    }

    @Test
    void shouldRecordNothingMoreAheadWhenItHasNearlyCaughtUp() {
        chosen.add(new Body().open(5), SELF, 100);
        replica.doWork(chosen, 0);
        replica.pause();
        for (int i = 1; i <= WINDOW / 2; i++) {
            chosen.add(new Body().write(1, i, "a"), 3, 100 + i);
        }
        replica.doWork(chosen, 0);
        assertEquals(WINDOW / 2 + 1, log.appended());
        replica.resume();
        chosen.missing.add(2L);
        chosen.add(new Body().write(1, WINDOW / 2 + 1, "a"), 3, 200);
        replica.doWork(chosen, 0);
        assertEquals(1, replica.applied(), "what is recorded is not durable, and cannot be read");
        assertEquals(WINDOW / 2 + 1, log.appended());
        chosen.missing.clear();
        replica.doWork(chosen, 0);
        assertEquals(WINDOW / 2 + 2, replica.applied());
        assertEquals(WINDOW / 2 + 2, log.appended());
    }

    @Test
    void shouldNotActOnAConfigurationThatDoesNotFollowTheOneBefore() { // S14
        final Configuration first = Configuration.first(new int[] {1, 2, 3}, 7, 7, List.of());
        restore(1, first.without(3));
        final Configuration skipped = first.without(3).without(2);
        final Configuration another = skipped.withLearner(8, "y:2", GroupMember.NOBODY);
        final String failure = assertThrows(IllegalStateException.class, () -> restore(2, another)).getMessage();
        assertTrue(failure.startsWith("agreement on members is broken: configuration 3 (LSN 2)"), failure);
        restore(2, skipped);
        assertEquals(skipped.at(2), replica.recordedConfiguration());
    }

    private void restore(final long lsn, final Configuration configuration) {
        final ExpandableArrayBuffer body = new ExpandableArrayBuffer();
        final EntryMeta meta = new EntryMeta();
        meta.flags = EntryMeta.CONFIGURATION;
        meta.length = ConfigurationCodec.encode(configuration, body, 0);
        replica.restore(lsn, meta, body, 0);
    }

    private Replica replica(final JournalMachine journal, final Log records) {
        return new Replica(GroupConfig.scattered().withWindowEntries(WINDOW), journal, records, out,
            new GroupCounters());
    }

    /** What a protocol has learnt. */
    private static final class Chosen implements ChosenEntries {
        final List<EntryMeta> metas = new ArrayList<>();
        final List<Body> bodies = new ArrayList<>();
        final List<Integer> repliers = new ArrayList<>();
        final List<Long> positions = new ArrayList<>();
        final Set<Long> missing = new HashSet<>();
        final List<Long> lent = new ArrayList<>();
        boolean isCrowded;
        long limit = Long.MAX_VALUE;
        private long lastRead;

        Chosen upTo(final long lsn) {
            limit = lsn;
            return this;
        }

        @Override
        public void lend(final ChosenEntry entry) {
            lent.add(lastRead);
        }

        @Override
        public boolean isCrowded() {
            return isCrowded;
        }

        void add(final Body body, final int replier, final long time) {
            metas.add(body.meta(metas.size() + 1, time));
            bodies.add(body);
            repliers.add(replier);
        }

        void addNoOp() {
            metas.add(new EntryMeta().setNoOp(0));
            bodies.add(new Body());
            repliers.add(SELF);
        }

        @Override
        public long chosen() {
            return Math.min(limit, metas.size());
        }

        @Override
        public boolean read(final long lsn, final ChosenEntry into) {
            lastRead = lsn;
            into.meta.set(metas.get((int) lsn - 1));
            into.body = bodies.get((int) lsn - 1).buffer();
            into.offset = 0;
            into.replier = repliers.get((int) lsn - 1);
            return !missing.contains(lsn);
        }

        @Override
        public long bodyPosition(final long lsn) {
            return lsn <= positions.size() ? positions.get((int) lsn - 1) : NOT_STORED;
        }
    }

    /** An ordered log in memory. */
    private static final class Log extends NumberedLog {
        final List<String> records = new ArrayList<>();
        long durable;
        boolean full;

        @Override
        public long appended() {
            return records.size();
        }

        @Override
        public long durable() {
            return durable;
        }

        @Override
        public boolean skipTo(final long lsn) {
            if (full) {
                return false;
            }
            while (records.size() < lsn) {
                records.add("skipped to " + lsn);
            }
            return true;
        }

        @Override
        protected boolean add(final long lsn, final String how) {
            if (full) {
                return false;
            }
            assertEquals(records.size() + 1L, lsn);
            records.add(lsn + " " + how);
            return true;
        }
    }
}
