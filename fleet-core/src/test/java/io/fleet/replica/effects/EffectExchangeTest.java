package io.fleet.replica.effects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Effects;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.RecordingOutbound;
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
        exchange.doWork(out, nowNs, BALLOT, false);
        return exchange;
    }

    private EffectExchange leads() {
        exchange.use(FORMAT);
        exchange.doWork(out, nowNs, BALLOT, true);
        return exchange;
    }

    private static Effects chunk(final long lsn, final int offset, final boolean isLast) {
        final Effects chunk = new Effects();
        chunk.lsn = lsn;
        chunk.format = FORMAT;
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
        assertFalse(exchange.isExpected());
        assertFalse(exchange.mustWait(1, false), "nothing has come in time so far");
        hear(2);
        hear(3);
        assertTrue(exchange.isExpected());
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
        exchange.onEffects(LEADER, chunk(2, 0, false), 0);
        assertTrue(exchange.mustWait(2, false));
        assertNull(exchange.take(2));
        exchange.onEffects(LEADER, chunk(2, EntryEffects.HEAD_LENGTH, true), 0);
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
        assertFalse(exchange.isExpected());
    }

    @Test
    void shouldExpectNothingOfAnotherLeader() {
        follows();
        hear(2);
        exchange.doWork(out, nowNs, BALLOT + 1, false);
        assertFalse(exchange.isExpected());
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
        assertFalse(exchange.isExpected());
        exchange.onEffects(LEADER, chunk(2 + EffectExchange.MAX_AHEAD, 0, true), 2);
        assertTrue(exchange.isExpected());
        exchange.onEffects(LEADER, chunk(3, 0, true), 2);
        assertNull(exchange.take(3), "one of a later entry has come before it");
    }

    @Test
    void shouldKeepNothingWhereTheMachineDoesNotShip() {
        exchange.doWork(out, nowNs, BALLOT, false);
        hear(2);
        assertNull(exchange.take(2));
        exchange.doWork(out, nowNs, BALLOT, true);
        assertFalse(exchange.isLeading());
    }

    @Test
    @Expects("effects.unsound")
    void shouldForgetAnEntryWhoseEffectsAreUnsound() {
        follows();
        exchange.onEffects(LEADER, chunk(2, 0, false), 0);
        exchange.onEffects(LEADER, chunk(2, 0, true), 0);
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
        assertEquals(2, exchange.doWork(out, nowNs, BALLOT, true));
        out.room = 100;
        assertEquals(3, exchange.doWork(out, nowNs, BALLOT, true));
        assertEquals(List.of(2L, 2L, 2L, 2L, 3L), out.all(Effects.class).stream().map(each -> each.lsn).toList());
        assertEquals(List.of(false, false, false, true, true),
            out.all(Effects.class).stream().map(each -> each.isLast).toList());
        assertEquals(FORMAT, out.last(Effects.class).format);
        assertEquals(0, exchange.doWork(out, nowNs, BALLOT, true));
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
        exchange.doWork(out, nowNs, BALLOT, true);
        assertEquals(most, out.last(Effects.class).lsn);
        exchange.ship(entry(99, 0));
        exchange.doWork(out, nowNs, BALLOT, true);
        assertEquals(99, out.last(Effects.class).lsn);
    }

    @Test
    void shouldShipNothingWhereItDoesNotLead() {
        follows().ship(entry(2, 0));
        leads();
        assertEquals(List.of(), out.all(Effects.class));
        exchange.ship(entry(3, 0));
        exchange.doWork(out, nowNs, BALLOT + 1, true);
        assertEquals(List.of(), out.all(Effects.class), "of before it led again");
    }
}
