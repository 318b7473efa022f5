package io.fleet.replica.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Effects;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.replica.digest.ExecutionDigest;
import io.fleet.storage.EntryMeta;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class EffectExchangeTest {
    private static final int LEADER = 7;
    private static final int FORMAT = 3;
    private static final long BALLOT = 1L << 16 | LEADER;

    private final RecordingOutbound out = new RecordingOutbound(1);
    private final EffectExchange exchange = new EffectExchange();
    private long nowNs = 1000;

    private EffectExchange follows() {
        exchange.use(FORMAT);
        exchange.begin(nowNs, BALLOT, false);
        return exchange;
    }

    private EffectExchange leads() {
        exchange.use(FORMAT);
        exchange.begin(nowNs, BALLOT, true);
        return exchange;
    }

    private static Effects chunk(final long lsn, final int offset, final boolean isLast) {
        final Effects chunk = new Effects();
        chunk.lsn = lsn;
        chunk.format = FORMAT * 31 + ExecutionDigest.VERSION;
        chunk.digest = 1;
        chunk.offset = offset;
        chunk.isLast = isLast;
        final UnsafeBuffer record = new UnsafeBuffer(new byte[EntryEffects.HEAD_LENGTH]);
        record.putInt(0, offset);
        chunk.buffer = record;
        chunk.length = record.capacity();
        return chunk;
    }

    private void hear(final long lsn) {
        exchange.onEffects(LEADER, chunk(lsn, 0, true), 0);
    }

    private static EntryEffects entry(final long lsn, final int bytes) {
        final EntryEffects effects = new EntryEffects(lsn, new EntryMeta(), 1);
        for (int place = 0; bytes > 0 && place < bytes / 50_000; place++) {
            assertTrue(effects.add(place, new UnsafeBuffer(new byte[50_000]), 50_000, new UnsafeBuffer(0, 0), 0));
        }
        return effects;
    }

    @Test
    void shouldKeepEffectsUntilTheirEntry() {
        follows();
        assertFalse(exchange.isExpected(1));
        assertFalse(exchange.mustWait(1, false), "nothing has come in time so far");
        hear(2);
        hear(3);
        assertTrue(exchange.isExpected(2));
        assertFalse(exchange.isExpected(1), "which came before them");
        assertFalse(exchange.mustWait(2, false));
        assertNotNull(exchange.take(2));
        assertNull(exchange.take(2));
        assertNotNull(exchange.take(3));
        assertTrue(exchange.mustWait(4, false));
        assertFalse(exchange.mustWait(4, true), "nothing can come of it");
    }

    @Test
    @Expects("effects.lost-before-those-of-a-later-entry")
    void shouldNotWaitForWhatIsLost() {
        follows();
        hear(3);
        assertFalse(exchange.mustWait(2, false));
        assertNull(exchange.take(2));
        exchange.onEffects(LEADER, chunk(4, 0, false), 0);
        hear(5);
        assertNotNull(exchange.take(3));
        assertFalse(exchange.mustWait(4, false), "of which a part has come");
        assertNull(exchange.take(4));
        assertNotNull(exchange.take(5));
    }

    @Test
    void shouldWaitForTheRest() {
        follows();
        exchange.onEffects(LEADER, chunk(1, 0, false), 0);
        assertFalse(exchange.mustWait(1, false), "nothing has come whole so far");
        hear(2);
        assertNotNull(exchange.take(2));
        exchange.onEffects(LEADER, chunk(3, 0, false), 0);
        assertTrue(exchange.mustWait(3, false));
        exchange.onEffects(LEADER, chunk(3, 0, false), 0);
        exchange.onEffects(LEADER, chunk(3, EntryEffects.HEAD_LENGTH, true), 0);
        assertFalse(exchange.mustWait(3, false));
        assertNotNull(exchange.take(3), "whose first part has come twice");
    }

    @Test
    void shouldNotExpectWhatCameWhileItsEntryWasExecuted() {
        follows();
        assertNull(exchange.take(2));
        hear(2);
        assertFalse(exchange.isExpected(3));
    }

    @Test
    @Expects("effects.too-many-without")
    void shouldNotExpectALeaderThatShipsNothing() {
        follows();
        hear(1);
        assertNotNull(exchange.take(1));
        for (int lsn = 2; lsn < 2 + EffectExchange.EMPTY_LIMIT; lsn++) {
            assertTrue(exchange.isExpected(lsn));
            final Effects chunk = chunk(lsn, 0, true);
            chunk.length = 0;
            exchange.onEffects(LEADER, chunk, 0);
            assertNotNull(exchange.take(lsn));
        }
        assertFalse(exchange.isExpected(99));
        hear(99);
        assertTrue(exchange.isExpected(99));
    }

    @Test
    @Expects("effects.waited-in-vain")
    void shouldWaitNoLongerThanItsPatience() {
        follows();
        hear(2);
        assertNotNull(exchange.take(2));
        assertTrue(exchange.mustWait(3, false));
        nowNs += EffectExchange.PATIENCE_NS - 1;
        follows();
        assertTrue(exchange.mustWait(3, false));
        nowNs++;
        follows();
        assertFalse(exchange.mustWait(3, false));
        assertFalse(exchange.isWaiting());
        assertFalse(exchange.isExpected(1));
    }

    @Test
    void shouldExpectNothingOfAnotherLeader() {
        follows();
        hear(2);
        exchange.begin(nowNs, BALLOT + 1, false);
        assertFalse(exchange.isExpected(1));
        assertNull(exchange.take(2));
        hear(2);
        assertNull(exchange.take(2), "it leads no more");
    }

    @Test
    @Expects("effects.came-late")
    void shouldKeepNothingThatIsOfNoUse() {
        follows();
        exchange.onEffects(LEADER, chunk(2, 0, true), 2);
        exchange.onEffects(LEADER + 1, chunk(3, 0, true), 2);
        exchange.onEffects(LEADER, chunk(3 + EffectExchange.MAX_AHEAD, 0, true), 2);
        final Effects foreign = chunk(3, 0, true);
        foreign.format++;
        exchange.onEffects(LEADER, foreign, 2);
        assertFalse(exchange.isExpected(1));
        exchange.onEffects(LEADER, chunk(2 + EffectExchange.MAX_AHEAD, 0, true), 2);
        assertTrue(exchange.isExpected(2 + EffectExchange.MAX_AHEAD));
        exchange.onEffects(LEADER, chunk(3, 0, true), 2);
        assertNull(exchange.take(3), "one of a later entry has come before it");
    }

    @Test
    void shouldKeepNothingWhereTheMachineDoesNotShip() {
        exchange.begin(nowNs, BALLOT, false);
        hear(2);
        assertNull(exchange.take(2));
        exchange.begin(nowNs, BALLOT, true);
        assertFalse(exchange.isShipping());
    }

    @Test
    @Expects("effects.unsound")
    void shouldForgetAnEntryWhoseEffectsAreUnsound() {
        follows();
        exchange.onEffects(LEADER, chunk(2, 0, false), 0);
        exchange.onEffects(LEADER, chunk(2, EntryEffects.HEAD_LENGTH + 1, true), 0);
        exchange.onEffects(LEADER, chunk(2, EntryEffects.HEAD_LENGTH, true), 0);
        assertNull(exchange.take(2));
    }

    @Test
    @Expects("effects.no-room-to-keep-them")
    void shouldKeepNoMoreThanItsBound() { // bytes, not entries
        follows();
        final byte[] records = new byte[Effects.MAX_CHUNK];
        new UnsafeBuffer(records).putInt(4, Effects.MAX_CHUNK - EntryEffects.HEAD_LENGTH,
            java.nio.ByteOrder.LITTLE_ENDIAN);
        final int most = EffectExchange.MAX_BYTES / Effects.MAX_CHUNK;
        for (int lsn = 1; lsn <= most + 1; lsn++) {
            final Effects chunk = chunk(lsn, 0, true);
            chunk.buffer = new UnsafeBuffer(records);
            chunk.length = records.length;
            exchange.onEffects(LEADER, chunk, 0);
        }
        assertNotNull(exchange.take(most));
        assertNull(exchange.take(most + 1));
        hear(most + 2);
        assertNotNull(exchange.take(most + 2), "there is room again");
    }

    @Test
    @Expects("effects.wait-for-room-in-the-transport")
    void shouldSendWhenThereIsRoom() {
        leads().ship(entry(2, 200_000));
        exchange.ship(entry(3, 0));
        out.room = 2;
        assertEquals(2, exchange.doWork(out));
        out.room = 100;
        assertEquals(3, exchange.doWork(out));
        assertEquals(List.of(2L, 2L, 2L, 2L, 3L), out.all(Effects.class).stream().map(each -> each.lsn).toList());
        assertEquals(List.of(false, false, false, true, true),
            out.all(Effects.class).stream().map(each -> each.isLast).toList());
        assertEquals(FORMAT * 31 + ExecutionDigest.VERSION, out.last(Effects.class).format);
        assertEquals(0, exchange.doWork(out));
    }

    @Test
    @Expects("effects.dropped-by-their-sender")
    void shouldDropWhatCannotLeave() { // bytes, not entries
        leads();
        out.room = 0;
        final int most = EffectExchange.MAX_BYTES / 1_000_000 + 1;
        for (int lsn = 1; lsn <= most + 2; lsn++) {
            exchange.ship(entry(lsn, 1_000_000));
        }
        out.room = Integer.MAX_VALUE;
        sendAll();
        assertEquals(most, out.last(Effects.class).lsn);
        exchange.ship(entry(99, 0));
        sendAll();
        assertEquals(99, out.last(Effects.class).lsn);
    }

    private void sendAll() {
        int left = 1000;
        while (exchange.doWork(out) > 0) {
            assertTrue(left-- > 0);
        }
    }

    @Test
    void shouldLeaveRoomForTheProtocol() {
        leads().ship(entry(2, 1_000_000));
        assertEquals(6, exchange.doWork(out), "of 50,000 bytes each");
        sendAll();
        assertEquals(20, out.all(Effects.class).size());
    }

    @Test
    void shouldShipNothingMoreOnceItLeadsNoMore() {
        leads().ship(entry(2, 100));
        exchange.begin(nowNs, BALLOT, false);
        assertEquals(0, exchange.doWork(out));
    }

    @Test
    void shouldInsertNothingOnceTheTwoHaveDiffered() { // V8
        follows();
        hear(2);
        exchange.differs();
        hear(3);
        assertFalse(exchange.isExpected(3));
        assertNull(exchange.take(3));
        exchange.begin(nowNs, BALLOT + 1, false);
        exchange.begin(nowNs, BALLOT, false);
        hear(4);
        assertNull(exchange.take(4), "another leader changes nothing");
        exchange.restart();
        exchange.begin(nowNs, BALLOT, false);
        hear(5);
        assertNotNull(exchange.take(5), "another state does");
    }

    /** It may be the one that is wrong. */
    @Test
    void shouldShipNothingOnceTheTwoHaveDiffered() { // V8
        follows();
        exchange.differs();
        exchange.begin(nowNs, BALLOT + 1, true);
        assertFalse(exchange.isShipping());
        exchange.ship(entry(2, 100));
        assertEquals(0, exchange.doWork(out));
        exchange.restart();
        assertTrue(exchange.isShipping());
    }

    @Test
    void shouldWaitForAWindowWhereItCannotTell() {
        follows();
        exchange.cannotTell(ExecutionDigest.WINDOW - 1);
        hear(ExecutionDigest.WINDOW);
        assertFalse(exchange.isExpected(ExecutionDigest.WINDOW));
        hear(ExecutionDigest.WINDOW + 1);
        assertTrue(exchange.isExpected(ExecutionDigest.WINDOW + 1));
    }

    @Test
    void shouldShipNothingWhereItDoesNotLead() {
        follows().ship(entry(2, 0));
        leads();
        exchange.doWork(out);
        assertEquals(List.of(), out.all(Effects.class));
        exchange.ship(entry(3, 0));
        exchange.begin(nowNs, BALLOT + 1, true);
        exchange.doWork(out);
        assertEquals(List.of(), out.all(Effects.class), "of before it led again");
    }
}
