package io.fleet.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.error.SnapshotFormatException;
import io.fleet.fixture.machine.MemorySnapshot;
import io.fleet.fixture.mark.Expects;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SessionTableTest {
    private static final GroupConfig CONFIG = GroupConfig.scattered()
        .withClientWindow(16).withMaxSessions(3).withSessionTimeoutMillis(1000);

    private final List<String> ended = new ArrayList<>();
    private final SessionTable table = new SessionTable(CONFIG,
        (sessionId, expired) -> ended.add(sessionId + (expired ? " expired" : " closed")));
    private final StoredReply view = new StoredReply();

    @Test
    void shouldExecuteAWriteOnceAndAnswerItsRepetitionFromTheTable() {
        final long session = table.openSession();
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 1, 1));
        store(session, 1, "one");
        assertEquals(Admission.REPEATED, table.admitWrite(session, 1, 1));
        assertEquals("one", stored(session, 1));
    }

    /** Ids count up, so anybody can name the session of another client. */
    @Test
    @Tag("hazard-X-C5s")
    @Expects("session-table.session-of-another-batcher")
    void shouldLetNobodyElseUseTheSessionOfABatcher() { // S9
        table.from(7);
        final long session = table.openOwnedSession();
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 1, 1));
        store(session, 1, "one");
        table.onEntry(900);
        table.from(8);
        assertEquals(Admission.NO_SESSION, table.admitWrite(session, 2, 2));
        assertEquals(Admission.NO_SESSION, table.admitRead(session));
        table.confirm(session, 2);
        assertFalse(table.closeSession(session));
        final SessionTable other = restore(MemorySnapshot.of(table::writeSnapshot));
        other.from(8);
        assertEquals(Admission.NO_SESSION, other.admitWrite(session, 1, 1));
        other.from(7);
        assertEquals(Admission.REPEATED, other.admitWrite(session, 1, 1));
        table.from(7);
        assertEquals(Admission.REPEATED, table.admitWrite(session, 1, 1), "nobody has confirmed it");
        assertTrue(table.closeSession(session));
    }

    /** Others have not kept it alive either. */
    @Test
    @Tag("hazard-X-C5s")
    void shouldExpireTheSessionOfABatcherThatOthersName() { // S9, S11
        table.from(7);
        final long session = table.openOwnedSession();
        table.from(8);
        table.onEntry(900);
        table.admitRead(session);
        table.admitWrite(session, 1, 1);
        table.onEntry(1_001);
        assertEquals(List.of(session + " expired"), ended);
    }

    @Test
    @Tag("hazard-X-C5s")
    void shouldLetAnyoneUseASessionThatWasOpenedBeforeThereWereOwners() { // S9: as it was when it was logged
        table.from(7);
        final long session = table.openSession();
        table.from(8);
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 1, 1));
        assertTrue(table.closeSession(session));
    }

    @Test
    void shouldTellExactlyWhichSequencesWereExecutedWhenTheyComeOutOfOrder() {
        final long session = table.openSession();
        for (final long sequence : new long[] {7, 3, 16, 1}) {
            assertEquals(Admission.EXECUTE, table.admitWrite(session, sequence, 1));
            store(session, sequence, "r" + sequence);
        }
        for (long sequence = 1; sequence <= 16; sequence++) {
            final boolean executed = sequence == 7 || sequence == 3 || sequence == 16 || sequence == 1;
            assertEquals(executed ? Admission.REPEATED : Admission.EXECUTE, table.admitWrite(session, sequence, 1),
                "sequence " + sequence);
        }
    }

    @Test
    void shouldDropResultsBelowWhatTheClientStillWaitsFor() {
        final long session = table.openSession();
        table.admitWrite(session, 1, 1);
        store(session, 1, "one");
        table.admitWrite(session, 2, 1);
        store(session, 2, "two");
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 3, 2));
        assertFalse(table.stored(session, 1, view));
        assertEquals("two", stored(session, 2));
        assertEquals(Admission.STALE, table.admitWrite(session, 1, 1));
    }

    @Test
    @Expects("session.stale-command-refused")
    void shouldRefuseWhatTheClientNoLongerWaitsForEvenIfItWasNeverExecuted() {
        final long session = table.openSession();
        table.admitWrite(session, 9, 5);
        store(session, 9, "nine");
        assertEquals(Admission.STALE, table.admitWrite(session, 4, 1));
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 5, 1));
    }

    @Test
    @Expects("session.window-exceeded")
    void shouldRefuseASequenceBeyondTheWindow() {
        final long session = table.openSession();
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 16, 1));
        assertEquals(Admission.WINDOW_EXCEEDED, table.admitWrite(session, 17, 1));
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 17, 2));
        assertEquals(Admission.WINDOW_EXCEEDED, table.admitWrite(session, Long.MAX_VALUE, 2));
    }

    @Test
    void shouldRefuseImpossibleSequencesWithoutForgettingResults() {
        final long session = table.openSession();
        table.admitWrite(session, 1, 1);
        store(session, 1, "one");
        assertEquals(Admission.STALE, table.admitWrite(session, 2, 3));
        assertEquals(Admission.STALE, table.admitWrite(session, 2, 0));
        assertEquals(Admission.STALE, table.admitWrite(session, 0, 0));
        assertEquals(Admission.STALE, table.admitWrite(session, Long.MIN_VALUE, Long.MIN_VALUE));
        assertEquals("one", stored(session, 1));
    }

    @Test
    void shouldGrowTheRingToALargeWindowAndKeepEveryResult() {
        final SessionTable large = new SessionTable(GroupConfig.scattered().withClientWindow(65536));
        final long session = large.openSession();
        for (long sequence = 65536; sequence >= 1; sequence--) {
            assertEquals(Admission.EXECUTE, large.admitWrite(session, sequence, 1));
            final byte[] bytes = ("r" + sequence).getBytes(StandardCharsets.US_ASCII);
            large.store(session, sequence, ReplyFrame.OK, new UnsafeBuffer(bytes), 0, bytes.length);
        }
        for (long sequence = 1; sequence <= 65536; sequence++) {
            assertTrue(large.stored(session, sequence, view));
            assertEquals("r" + sequence, view.buffer().getStringWithoutLengthAscii(view.offset(), view.length()));
        }
    }

    @Test
    void shouldLeaveNoTraceOfAReadInTheResults() {
        final long session = table.openSession();
        assertEquals(Admission.EXECUTE, table.admitRead(session));
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 1, 1));
        store(session, 1, "one");
        final byte[] before = MemorySnapshot.of(table::writeSnapshot);
        assertEquals(Admission.EXECUTE, table.admitRead(session));
        assertArrayEquals(before, MemorySnapshot.of(table::writeSnapshot));
        assertEquals(Admission.NO_SESSION, table.admitRead(session + 1));
    }

    @Test
    @Expects("session-table.no-such-session")
    void shouldRefuseCommandsOfUnknownAndClosedSessions() {
        assertEquals(Admission.NO_SESSION, table.admitWrite(1, 1, 1));
        final long session = table.openSession();
        assertTrue(table.closeSession(session));
        assertFalse(table.closeSession(session));
        assertEquals(Admission.NO_SESSION, table.admitWrite(session, 1, 1));
        assertFalse(table.stored(session, 1, view));
        assertEquals(List.of(session + " closed"), ended);
    }

    @Test
    @Expects("session-table.full")
    void shouldNeverUseASessionIdAgainAndRefuseToOpenMoreThanAllowed() {
        assertEquals(1, table.openSession());
        assertEquals(2, table.openSession());
        assertEquals(3, table.openSession());
        assertEquals(0, table.openSession());
        table.closeSession(2);
        assertEquals(4, table.openSession());
        assertEquals(3, table.sessionCount());
    }

    @Test
    @Expects("session-table.session-expired")
    void shouldExpireOnlySessionsIdleForLongerThanTheTimeoutInOrderOfLastUse() {
        table.onEntry(100);
        final long a = table.openSession();
        final long b = table.openSession();
        final long c = table.openSession();
        table.onEntry(600);
        table.admitRead(a);
        table.onEntry(1100);
        assertEquals(3, table.sessionCount());
        table.onEntry(1101);
        assertEquals(List.of(b + " expired", c + " expired"), ended);
        table.admitWrite(a, 1, 1);
        table.onEntry(2101);
        assertEquals(1, table.sessionCount());
        table.onEntry(2102);
        assertEquals(0, table.sessionCount());
        assertEquals(Admission.NO_SESSION, table.admitWrite(a, 2, 1));
    }

    @Test
    void shouldNotGoBackInTime() {
        table.onEntry(5000);
        final long session = table.openSession();
        table.onEntry(100);
        table.onEntry(6000);
        assertEquals(Admission.EXECUTE, table.admitRead(session));
    }

    @Test
    void shouldRefuseToStoreWhatWasNotAdmitted() {
        final long session = table.openSession();
        table.admitWrite(session, 5, 5);
        store(session, 5, "five");
        assertThrows(IllegalStateException.class, () -> store(session, 5, "again"));
        assertThrows(IllegalStateException.class, () -> store(session, 4, "below"));
        assertThrows(IllegalStateException.class, () -> store(session, 21, "beyond"));
        assertThrows(IllegalStateException.class, () -> store(session + 1, 1, "nobody"));
    }

    @Test
    void shouldRestoreFromASnapshotAndWriteTheSameBytesAgain() {
        final SessionTable other = restore(fill());
        assertArrayEquals(MemorySnapshot.of(table::writeSnapshot), MemorySnapshot.of(other::writeSnapshot));
        assertEquals(Admission.REPEATED, other.admitWrite(2, 3, 2));
        assertTrue(other.stored(2, 3, view));
        assertEquals(ReplyFrame.FAILED, view.status());
        assertEquals("no", view.buffer().getStringWithoutLengthAscii(view.offset(), view.length()));
        assertEquals(Admission.STALE, other.admitWrite(2, 1, 1));
        assertEquals(table.openSession(), other.openSession());
    }

    @Test
    void shouldRefuseEverySnapshotThatIsCutShortAndBeEmptyThen() {
        final byte[] whole = fill();
        for (int length = 0; length < whole.length; length++) {
            final byte[] cut = Arrays.copyOf(whole, length);
            final SessionTable other = new SessionTable(CONFIG);
            other.openSession();
            assertThrows(SnapshotFormatException.class, () -> other.readSnapshot(MemorySnapshot.reader(cut)));
            assertEquals(0, other.sessionCount());
        }
    }

    @Test
    void shouldEitherRefuseADamagedSnapshotAsSuchOrReadATableThatWorks() {
        final byte[] whole = fill();
        int refused = 0;
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                final byte[] damaged = whole.clone();
                damaged[at] ^= (byte) (1 << bit);
                try {
                    final SessionTable other = restore(damaged);
                    final byte[] read = MemorySnapshot.of(other::writeSnapshot);
                    assertArrayEquals(Arrays.copyOf(damaged, read.length), read);
                    other.onEntry(Long.MAX_VALUE);
                } catch (final SnapshotFormatException expected) {
                    refused++;
                }
            }
        }
        assertTrue(refused > 200, "refused " + refused);
    }

    @Test
    @Tag("hazard-S-B2")
    @Expects("session-table.reply-dropped-for-room")
    void shouldKeepLongAnswersOnlyAsFarAsThereIsRoom() { // S9, S13
        final SessionTable small = new SessionTable(CONFIG.withClientWindow(512).withSessionBytes(1 << 20));
        final UnsafeBuffer answer = new UnsafeBuffer(new byte[100_000]);
        final long session = small.openSession();
        for (long sequence = 1; sequence <= 300; sequence++) {
            assertEquals(Admission.EXECUTE, small.admitWrite(session, sequence, 1));
            small.store(session, sequence, ReplyFrame.OK, answer, 0, answer.capacity());
            small.makeRoom();
            assertTrue(small.keptBytes() <= 1 << 19, "one session has half of the room, and takes "
                + small.keptBytes());
        }
        assertTrue(small.measure() < (1 << 20) + 3 * (640 + 128), small.measure() + " bytes");
        for (long sequence = 1; sequence <= 300; sequence++) {
            assertEquals(Admission.REPEATED, small.admitWrite(session, sequence, 1), "never executed again");
            assertTrue(small.stored(session, sequence, view));
            assertEquals(sequence <= 295 ? ReplyFrame.REPLY_GONE : ReplyFrame.OK, view.status(),
                "sequence " + sequence);
        }
        assertEquals(295, small.droppedReplies());
    }

    @Test
    @Tag("hazard-S-B2")
    void shouldTakeNothingFromASessionThatHasNoMoreThanItsShare() { // S13
        final SessionTable small = new SessionTable(CONFIG.withMaxSessions(3).withSessionBytes(30_000));
        final long modest = small.openSession();
        small.admitWrite(modest, 1, 1);
        small.store(modest, 1, ReplyFrame.OK, new UnsafeBuffer(new byte[4_000]), 0, 4_000);
        small.makeRoom();
        for (int i = 0; i < 2; i++) {
            final long greedy = small.openSession();
            for (long sequence = 1; sequence <= 16; sequence++) {
                small.admitWrite(greedy, sequence, 1);
                small.store(greedy, sequence, ReplyFrame.OK, new UnsafeBuffer(new byte[4_000]), 0, 4_000);
                small.makeRoom();
                assertTrue(small.keptBytes() <= 30_000);
            }
        }
        assertTrue(small.stored(modest, 1, view));
        assertEquals(ReplyFrame.OK, view.status());
    }

    @Test
    @Tag("hazard-S-B2")
    @Expects("session.confirmed-while-idle")
    void shouldLetGoOfWhatAClientConfirms() { // S9, S13
        final long session = table.openSession();
        for (long sequence = 1; sequence <= 3; sequence++) {
            table.admitWrite(session, sequence, 1);
            store(session, sequence, "answer");
        }
        table.confirm(session, 4);
        table.confirm(session, Long.MAX_VALUE);
        table.confirm(session + 1, 4);
        assertEquals(0, table.keptBytes());
        assertEquals(Admission.STALE, table.admitWrite(session, 3, 1), "not executed again");
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 4, 4));
    }

    @Test
    void shouldRefuseASequenceThatWouldOverflow() { // S13
        final long session = table.openSession();
        assertEquals(Admission.STALE, table.admitWrite(session, Long.MAX_VALUE, Long.MAX_VALUE));
        assertEquals(Admission.EXECUTE, table.admitWrite(session, 1, 1));
    }

    @Test
    @Tag("hazard-S-B2")
    void shouldRememberInSnapshotsWhichAnswersAreGone() { // S9, H1
        final GroupConfig config = CONFIG.withSessionBytes(1024);
        final SessionTable small = new SessionTable(config);
        final long session = small.openSession();
        for (long sequence = 1; sequence <= 16; sequence++) {
            small.admitWrite(session, sequence, 1);
            small.store(session, sequence, ReplyFrame.OK, new UnsafeBuffer(new byte[100]), 0, 100);
            small.makeRoom();
        }
        final SessionTable read = new SessionTable(config);
        read.readSnapshot(MemorySnapshot.reader(MemorySnapshot.of(small::writeSnapshot)));
        assertArrayEquals(MemorySnapshot.of(small::writeSnapshot), MemorySnapshot.of(read::writeSnapshot));
        for (long sequence = 1; sequence <= 16; sequence++) {
            assertEquals(Admission.REPEATED, read.admitWrite(session, sequence, 1), "never executed again");
            assertTrue(read.stored(session, sequence, view));
            assertEquals(sequence <= 14 ? ReplyFrame.REPLY_GONE : ReplyFrame.OK, view.status(), "of " + sequence);
        }
    }

    @Test
    @Tag("hazard-X-C5s")
    void shouldReadTablesOfBeforeThereWereOwnersAndBeforeAnswersCouldBeGone() {
        fill();
        final byte[] now = MemorySnapshot.of(table::writeSnapshot);
        assertArrayEquals(now, MemorySnapshot.of(restore(asOfVersion(1, now))::writeSnapshot));
        assertArrayEquals(now, MemorySnapshot.of(restore(asOfVersion(2, now))::writeSnapshot));
    }

    private static byte[] asOfVersion(final int version, final byte[] now) {
        final ByteBuffer old = ByteBuffer.allocate(now.length).order(ByteOrder.LITTLE_ENDIAN);
        final ByteBuffer from = ByteBuffer.wrap(now).order(ByteOrder.LITTLE_ENDIAN);
        old.putInt(from.getInt()).putInt(version);
        from.getInt();
        old.putLong(from.getLong()).putLong(from.getLong());
        final int sessions = from.getInt();
        old.putInt(sessions);
        for (int i = 0; i < sessions; i++) {
            old.putLong(from.getLong());
            assertEquals(0, from.getLong(), "it is of nobody");
            old.putLong(from.getLong()).putLong(from.getLong());
            final int results = from.getInt();
            old.putInt(results);
            for (int j = 0; j < results; j++) {
                old.putLong(from.getLong()).putInt(from.getInt());
                final byte[] bytes = new byte[from.getInt()];
                from.get(bytes);
                old.putInt(bytes.length).put(bytes);
            }
            assertEquals(0, from.getInt(), "nothing is gone");
            if (version == 2) {
                old.putInt(0);
            }
        }
        return Arrays.copyOf(old.array(), old.position());
    }

    @Test
    void shouldUseBuffersAgainAndDropLargeOnes() {
        final BytePool pool = new BytePool(1 << 20);
        final byte[] small = pool.take(33);
        assertEquals(64, small.length);
        pool.give(small);
        assertTrue(small == pool.take(64));
        assertNotSame(small, pool.take(64));
        final byte[] large = pool.take(BytePool.MAX_POOLED + 1);
        pool.give(large);
        assertEquals(0, pool.idleBytes());
        assertEquals(0, pool.take(0).length);
        assertEquals(32, pool.take(1).length);
        assertEquals(BytePool.MAX_POOLED, pool.take(BytePool.MAX_POOLED).length);
    }

    @Test
    void shouldHoldNoMoreIdleBytesThanAllowed() {
        final BytePool pool = new BytePool(100);
        pool.give(new byte[64]);
        pool.give(new byte[64]);
        assertEquals(64, pool.idleBytes());
    }

    private byte[] fill() {
        table.onEntry(10);
        table.openSession();
        table.openSession();
        table.onEntry(20);
        for (long sequence = 1; sequence <= 2; sequence++) {
            table.admitWrite(2, sequence, 1);
            store(2, sequence, "result " + sequence);
        }
        table.admitWrite(2, 3, 2);
        table.store(2, 3, ReplyFrame.FAILED, new UnsafeBuffer("no".getBytes(StandardCharsets.US_ASCII)), 0, 2);
        table.admitWrite(2, 12, 2);
        table.store(2, 12, ReplyFrame.REPLY_TOO_LARGE, new UnsafeBuffer(new byte[0]), 0, 0);
        table.admitWrite(1, 1, 1);
        store(1, 1, "other");
        return MemorySnapshot.of(table::writeSnapshot);
    }

    private static SessionTable restore(final byte[] snapshot) {
        final SessionTable other = new SessionTable(CONFIG);
        other.readSnapshot(MemorySnapshot.reader(snapshot));
        return other;
    }

    private void store(final long session, final long sequence, final String reply) {
        final byte[] bytes = ("##" + reply).getBytes(StandardCharsets.US_ASCII);
        table.store(session, sequence, ReplyFrame.OK, new UnsafeBuffer(bytes), 2, bytes.length - 2);
    }

    private String stored(final long session, final long sequence) {
        assertTrue(table.stored(session, sequence, view));
        assertEquals(ReplyFrame.OK, view.status());
        return view.buffer().getStringWithoutLengthAscii(view.offset(), view.length());
    }
}
