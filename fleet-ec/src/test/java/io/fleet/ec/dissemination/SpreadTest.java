package io.fleet.ec.dissemination;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.context.SpreadCounters;
import io.fleet.ec.dissemination.context.SpreadOutbound;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.ec.dissemination.format.ShardCodec;
import io.fleet.ec.dissemination.gather.Gatherer;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.ec.dissemination.store.PartLog;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.fixture.mark.Expects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Node 1 of five with the code (4, 1), but one fault allowed for, so that n - f = 4. */
class SpreadTest {
    private static final int SELF = 1;
    private static final long RESEND_NS = 1_000;
    private static final SpreadConfig CONFIG = new SpreadConfig(SELF, new Quorums(5, 1), 1_000, 2, 3, RESEND_NS);
    private static final UnsafeBuffer HEADER = new UnsafeBuffer("head".getBytes());
    private static final UnsafeBuffer VALUE = new UnsafeBuffer("nine bytes and some more".getBytes());

    private final ShardCodec codec = new ShardCodec(CodecKind.TABLE.create(4, 1));
    private final SpreadCounters counters = new SpreadCounters();
    private final List<String> sent = new ArrayList<>();
    private final List<byte[]> parts = new ArrayList<>();
    private final List<byte[]> stored = new ArrayList<>();
    private final List<String> ready = new ArrayList<>();
    private final List<String> gathered = new ArrayList<>();
    private final Consumer consumer = new Consumer();
    private boolean consumerHasRoom = true;
    private boolean hasRoom = true;
    private final PartStore store = new PartStore(CONFIG, codec, new Log(), new Outbound(), counters);
    private final Spreader spreader = new Spreader(CONFIG, codec, store, new Outbound(), (id, nowNs) -> ready.add(id
        .toString()), counters);
    private final Gatherer gatherer = new Gatherer(CONFIG, codec, store, new Outbound(),
        id -> gathered.add("rebuilt " + id), counters);

    SpreadTest() {
        store.onHeld(id -> spreader.onAck(SELF, id, 1, Long.MAX_VALUE, 0));
    }

    /** Rule S15: what a node had acknowledged before it lost something does not count, and is sent to it again. */
    @Test
    void shouldNotCountAcknowledgementsFromBeforeALoss() {
        final EntryId id = submit();
        spreader.onAck(0, id, 1, Long.MAX_VALUE, 0);
        spreader.onAck(2, id, 1, Long.MAX_VALUE, 0);
        spreader.forgetAcks(2);
        spreader.onAck(3, id, 1, Long.MAX_VALUE, 0);
        store.onDurable(1, 8);
        assertEquals(List.of(), ready);
        sent.clear();
        spreader.doWork(RESEND_NS);
        assertEquals(List.of("segment 2", "segment 4"), sent);
        spreader.onAck(2, id, 1, Long.MAX_VALUE, RESEND_NS);
        assertEquals(List.of(id.toString()), ready);
    }

    /** Rule C10: who has acknowledged long ago may have let go of it, where the entry was decided before. */
    @Expects("spreader.acknowledged-too-long-ago")
    @Test
    void shouldNotCountWhatWasAcknowledgedTooLongAgo() {
        final FakeHistory history = new FakeHistory().from(4);
        store.history(history);
        final EntryId id = submit();
        store.onDurable(1, 8);
        spreader.onAck(0, id, 1, 4, 0);
        spreader.onAck(2, id, 1, 9, 0);
        history.from(5);
        spreader.onAck(3, id, 1, 9, 0);
        assertEquals(List.of(), ready);
        spreader.onAck(0, id, 1, 9, 0);
        spreader.onAck(2, id, 1, 9, 0);
        spreader.onAck(3, id, 1, 9, 0);
        spreader.doWork(1);
        assertEquals(List.of(id.toString()), ready);
    }

    /** As many parts as give the value back are not enough: f more may be lost. */
    @Test
    void shouldAnnounceNothingThatOnlyKNodesHold() { // C2
        final SpreadConfig config = new SpreadConfig(SELF, new Quorums(5, 2), 1_000, 2, 3, RESEND_NS);
        final ShardCodec copies = new ShardCodec(CodecKind.TABLE.create(1, 4));
        final PartStore own = new PartStore(config, copies, new Log(), new Outbound(), counters);
        final Spreader proxy = new Spreader(config, copies, own, new Outbound(), (id, nowNs) -> ready.add(id
            .toString()), counters);
        final EntryId id = new EntryId(3, 4, proxy.digest(HEADER, 4, VALUE, 24));
        assertTrue(proxy.submit(id, HEADER, 4, VALUE, 24, 0));
        proxy.onAck(0, id, 1, Long.MAX_VALUE, 0);
        proxy.onAck(2, id, 1, Long.MAX_VALUE, 0);
        assertEquals(List.of(), ready);
        proxy.onAck(3, id, 1, Long.MAX_VALUE, 0);
        assertEquals(List.of(id.toString()), ready);
    }

    /** Rules C2 and R6: what the node itself holds counts when it is durable, like everyone's. */
    @Test
    void shouldAnnounceWhatEnoughNodesHoldDurably() {
        final EntryId id = submit();
        assertEquals(List.of("segment 0", "segment 2", "segment 3", "segment 4"), sent);
        spreader.onAck(0, id, 1, Long.MAX_VALUE, 0);
        spreader.onAck(0, id, 1, Long.MAX_VALUE, 0);
        spreader.onAck(2, id, 1, Long.MAX_VALUE, 0);
        spreader.onAck(3, id, 1, Long.MAX_VALUE, 0);
        assertEquals(List.of(), ready);
        store.onDurable(1, 8);
        assertEquals(List.of(id.toString()), ready);
        assertTrue(spreader.isSpreading(id));
        spreader.release(id);
        assertFalse(spreader.isSpreading(id));
    }

    @Test
    void shouldAcknowledgeAPartWhenItIsDurable() {
        final EntryId id = submit();
        final SpreadTest other = new SpreadTest();
        final byte[] part = stored.get(0);
        assertTrue(other.store.put(3, id, new UnsafeBuffer(part), 0, part.length, 0));
        assertEquals(List.of(), other.sent);
        assertFalse(other.store.holds(id));
        assertTrue(other.store.isStaged(id));
        other.store.onDurable(1, 8);
        assertEquals(List.of("ack 3"), other.sent);
        assertTrue(other.store.holds(id));
    }

    /** Its place has been given to another one, whose own record is not durable yet (R6). */
    @Tag("hazard-U-generations")
    @Test
    void shouldNotTakeTheRecordOfAForgottenPartForThatOfTheOneInItsPlace() {
        final EntryId id = submit();
        final SpreadTest other = new SpreadTest();
        other.put(3, id, part(SELF));
        other.store.forget(id);
        final EntryId next = new EntryId(3, 5, id.digest);
        other.put(4, next, part(SELF));
        other.store.onDurable(1, 8);
        assertEquals(List.of(), other.sent);
        assertFalse(other.store.holds(next));
        other.store.onDurable(2, 9);
        assertEquals(List.of("ack 4"), other.sent);
        assertTrue(other.store.holds(next));
    }

    /** The same, where it is the same entry that comes again. */
    @Tag("hazard-U-generations")
    @Test
    void shouldNotTakeTheRecordOfAForgottenPartForThatOfItsNextTime() {
        final EntryId id = submit();
        final SpreadTest other = new SpreadTest();
        other.put(3, id, part(SELF));
        other.store.forget(id);
        other.put(4, id, part(SELF));
        other.store.onDurable(1, 8);
        assertEquals(List.of(), other.sent);
        other.store.onDurable(2, 9);
        assertEquals(List.of("ack 4"), other.sent);
    }

    @Expects("segment-store.held-already")
    @Test
    void shouldAcknowledgeAgainWhatItHolds() {
        final EntryId id = submit();
        final byte[] part = stored.get(0);
        final SpreadTest other = new SpreadTest();
        other.put(3, id, part);
        other.put(4, id, part);
        other.store.onDurable(1, 8);
        other.put(0, id, part);
        assertEquals(List.of("ack 3", "ack 4", "ack 0"), other.sent);
        assertEquals(1, other.stored.size());
    }

    @Expects("spreader.segment-sent-again")
    @Test
    void shouldSendAgainToWhoDidNotAnswer() {
        final EntryId id = submit();
        spreader.onAck(2, id, 1, Long.MAX_VALUE, 0);
        sent.clear();
        spreader.doWork(RESEND_NS - 1);
        assertEquals(List.of(), sent);
        spreader.doWork(RESEND_NS);
        assertEquals(List.of("segment 0", "segment 3", "segment 4"), sent);
    }

    @Expects("spreader.is-full")
    @Test
    void shouldRefuseMoreThanItsBound() {
        submit();
        assertTrue(spreader.submit(new EntryId(9, 9, 9), HEADER, 4, VALUE, 9, 0));
        assertTrue(spreader.submit(new EntryId(9, 9, 9), HEADER, 4, VALUE, 9, 0), "it is under way");
        assertFalse(spreader.submit(new EntryId(9, 9, 8), HEADER, 4, VALUE, 9, 0));
        assertThrows(IllegalArgumentException.class,
            () -> spreader.submit(new EntryId(9, 9, 7), HEADER, 4, new UnsafeBuffer(new byte[1_001]), 1_001, 0));
    }

    @Expects("segment-store.is-full")
    @Test
    void shouldTakeNoMorePartsThanItsBound() {
        submit();
        final byte[] part = stored.get(0);
        final SpreadTest other = new SpreadTest();
        for (int i = 1; i <= 3; i++) {
            assertTrue(other.put(3, new EntryId(1, i, 1), part));
        }
        assertFalse(other.put(3, new EntryId(1, 4, 1), part));
        assertEquals(3, other.store.size());
        other.hasRoom = false;
        assertFalse(new SpreadTest().refusing().put(3, new EntryId(1, 1, 1), part));
    }

    /** A node that did not hold what is decided would apply no more, and never let go of anything. */
    @Expects("segment-store.decided-part-beyond-the-bound")
    @Test
    void shouldTakePartsOfWhatIsDecidedBeyondItsBound() { // C7
        submit();
        final byte[] part = stored.get(0);
        final SpreadTest other = new SpreadTest();
        final EntryId decided = new EntryId(1, 4, 1);
        other.store.history(new FakeHistory() {
            @Override
            public long decidedSlot(final EntryId id) {
                return id.same(decided) ? 7 : 0;
            }
        });
        for (int i = 1; i <= 3; i++) {
            assertTrue(other.put(3, new EntryId(1, i, 1), part));
        }
        assertTrue(other.put(3, decided, part));
        assertFalse(other.put(3, new EntryId(1, 5, 1), part));
        assertEquals(4, other.store.size());
    }

    @Test
    void shouldRefusePartsThatAreNone() {
        final EntryId id = submit();
        final byte[] own = stored.get(0);
        final SpreadTest other = new SpreadTest();
        assertFalse(other.put(3, id, parts.get(0)), "the part of another node");
        assertFalse(other.put(3, new EntryId(), own));
        assertFalse(other.put(5, id, own));
        assertFalse(other.put(-1, id, own));
        assertFalse(other.store.put(3, id, new UnsafeBuffer(own), 0, own.length - 1, 0));
        assertFalse(other.store.put(3, id, new UnsafeBuffer(own), 0, PieceLayout.HEADER_OFFSET - 1, 0));
        for (int at = 0; at < PieceLayout.HEADER_OFFSET; at++) {
            final byte[] wrong = own.clone();
            wrong[at] ^= (byte) 0x80;
            assertFalse(other.put(3, id, wrong), "byte " + at);
        }
        assertEquals(0, other.store.size());
    }

    @Test
    void shouldGatherFromAnyKParts() {
        final EntryId id = submit();
        for (int missing = 0; missing < 5; missing++) {
            final SpreadTest other = new SpreadTest();
            if (missing != SELF) {
                other.put(SELF, id, part(SELF));
                other.stored.add(stored.get(0));
                other.store.onDurable(1, 8);
            }
            assertTrue(other.gatherer.fetch(id, other.consumer, 0) > 0);
            assertEquals(missing == SELF ? 4 : 3, other.sent.size());
            for (int node = 0; node < 5; node++) {
                if (node != missing) {
                    other.copy(node, id, part(node));
                }
            }
            assertEquals(List.of("head of 24", "nine bytes and some more", "end"), other.gathered);
            assertEquals(0, other.gatherer.active());
        }
    }

    @Test
    void shouldRebuildItsPart() {
        final EntryId id = submit();
        final SpreadTest other = new SpreadTest();
        assertTrue(other.gatherer.rebuild(id, 0));
        assertTrue(other.gatherer.isRebuilding(id));
        for (final int node : new int[] {0, 2, 3, 4}) {
            other.copy(node, id, part(node));
        }
        assertEquals(List.of("rebuilt " + id), other.gathered);
        assertFalse(other.gatherer.isRebuilding(id));
        assertArrayEquals(part(SELF), other.stored.get(0));
        assertTrue(other.store.isStaged(id));
    }

    /** A value that was decoded a moment ago is not gathered again. */
    @Expects("gatherer.value-was-in-the-cache")
    @Test
    void shouldKeepWhatItDecoded() {
        final EntryId id = submit();
        gatherer.fetch(id, consumer, 0);
        for (final int node : new int[] {0, 2, 3, 4}) {
            copy(node, id, part(node));
        }
        sent.clear();
        gathered.clear();
        gatherer.fetch(id, consumer, 0);
        assertEquals(List.of("head of 24", "nine bytes and some more", "end"), gathered);
        assertEquals(List.of(), sent);
        assertEquals(1, counters.cached.get());
        assertEquals(256 + 28, counters.cacheBytes.get());
    }

    @Expects("gatherer.consumer-has-no-room")
    @Test
    void shouldGiveAgainWhatFoundNoRoom() {
        final EntryId id = submit();
        gatherer.fetch(id, consumer, 0);
        consumerHasRoom = false;
        for (final int node : new int[] {0, 2, 3, 4}) {
            copy(node, id, part(node));
        }
        gatherer.doWork(1);
        assertEquals(List.of("head of 24"), gathered);
        consumerHasRoom = true;
        gatherer.doWork(2);
        assertEquals(List.of("head of 24", "nine bytes and some more", "end"), gathered);
    }

    @Test
    void shouldNotCallAConsumerThatGaveUp() {
        final EntryId id = submit();
        gatherer.cancel(gatherer.fetch(id, consumer, 0));
        for (final int node : new int[] {0, 2, 3, 4}) {
            copy(node, id, part(node));
        }
        assertEquals(List.of(), gathered);
        assertTrue(gatherer.fetch(id, consumer, 0) > 0);
        assertTrue(gatherer.fetch(id, consumer, 0) > 0);
        assertEquals(0, gatherer.fetch(id, consumer, 0), "no more than maxEntries");
    }

    /** Racos 12: parts of two spreads of one command that differ have different ids, and are never mixed. */
    @Test
    void shouldGiveOtherBytesAnotherId() {
        final long digest = spreader.digest(HEADER, 4, VALUE, 24);
        assertEquals(digest, new SpreadTest().spreader.digest(HEADER, 4, VALUE, 24));
        assertTrue(digest != spreader.digest(HEADER, 4, VALUE, 23));
        assertTrue(digest != spreader.digest(HEADER, 3, VALUE, 24));
        assertTrue(digest != spreader.digest(VALUE, 4, VALUE, 24));
        final UnsafeBuffer other = new UnsafeBuffer(new byte[24]);
        other.putBytes(0, VALUE, 0, 24);
        other.putByte(23, (byte) (VALUE.getByte(23) ^ 1));
        assertTrue(digest != spreader.digest(HEADER, 4, other, 24));
    }

    @Expects("gatherer.parts-do-not-fit-the-digest")
    @Test
    void shouldThrowAwayWhatDoesNotFitTheDigest() {
        final EntryId id = submit();
        gatherer.fetch(id, consumer, 0);
        final byte[] wrong = part(0).clone();
        wrong[wrong.length - 1] ^= 1;
        copy(0, id, wrong);
        copy(2, id, part(2));
        copy(3, id, part(3));
        copy(4, id, part(4));
        assertEquals(List.of(), gathered);
        assertEquals(1, gatherer.active());
        sent.clear();
        gatherer.doWork(RESEND_NS);
        assertEquals(4, sent.size());
        for (final int node : new int[] {0, 2, 3, 4}) {
            copy(node, id, part(node));
        }
        assertEquals(3, gathered.size());
    }

    /** Its own part is the wrong one: nobody else would find that out, and it would spoil each value. */
    @Tag("hazard-E-C2")
    @Expects("gatherer.parts-that-fit-found-beside-a-wrong-one")
    @Test
    void shouldFindThatItsOwnPartIsWrong() { // C7, R7
        final EntryId id = submit();
        final SpreadTest other = new SpreadTest();
        final List<EntryId> lost = new ArrayList<>();
        other.store.onDamaged((entry, isDecided) -> lost.add(new EntryId().set(entry)));
        other.put(3, id, wrong(SELF));
        other.store.onDurable(1, 8);
        other.gatherer.fetch(id, other.consumer, 0);
        for (final int node : new int[] {0, 2, 3}) {
            other.copy(node, id, part(node));
        }
        assertEquals(List.of(), other.gathered);
        for (final int node : new int[] {0, 2, 3, 4}) {
            other.copy(node, id, part(node));
        }
        assertEquals(List.of("head of 24", "nine bytes and some more", "end"), other.gathered);
        assertEquals(1, lost.size());
        assertFalse(other.store.holds(id), "it is rebuilt");
        assertEquals(List.of(1L, 1L, 0L), List.of(other.counters.misfits.get(), other.counters.ownWrong.get(),
            other.counters.othersWrong.get()));
    }

    /** The own part is kept: with the one that is wrong, the others are fewer than k. */
    @Tag("hazard-E-C2")
    @Test
    void shouldGiveAValueThoughAMemberHasAWrongPartOfIt() { // RC-16
        final EntryId id = submit();
        final SpreadTest other = new SpreadTest();
        other.put(3, id, part(SELF));
        other.store.onDurable(1, 8);
        other.gatherer.fetch(id, other.consumer, 0);
        for (final int node : new int[] {0, 2, 3}) {
            other.copy(node, id, node == 0 ? wrong(0) : part(node));
        }
        for (final int node : new int[] {0, 2, 3, 4}) {
            other.copy(node, id, node == 0 ? wrong(0) : part(node));
        }
        assertEquals(List.of("head of 24", "nine bytes and some more", "end"), other.gathered);
        assertEquals(1, other.counters.othersWrong.get());
        assertTrue(other.store.holds(id));
    }

    /** Whoever spreads it would count an acknowledgement of other bytes, and parts of two bodies would be mixed. */
    @Tag("hazard-E-C2")
    @Expects("segment-store.another-part-under-the-same-id")
    @Test
    void shouldNotAcknowledgeAnotherPartUnderTheSameId() { // C2
        final EntryId id = submit();
        final SpreadTest other = new SpreadTest();
        other.put(3, id, part(SELF));
        other.store.onDurable(1, 8);
        other.sent.clear();
        assertFalse(other.put(2, id, wrong(SELF)));
        assertFalse(other.put(2, id, Arrays.copyOf(part(SELF), 10)));
        assertEquals(List.of(), other.sent);
        final SpreadTest restarted = new SpreadTest();
        restarted.stored.add(part(SELF));
        restarted.store.recover(1, 0, id, PieceTag.WHOLE, 8, part(SELF).length);
        assertFalse(restarted.put(2, id, wrong(SELF)));
        assertTrue(restarted.put(3, id, part(SELF)));
        assertEquals(List.of("ack 3"), restarted.sent);
    }

    private byte[] wrong(final int node) {
        final byte[] wrong = part(node).clone();
        wrong[wrong.length - 1] ^= 1;
        return wrong;
    }

    @Expects("gatherer.part-differs-in-shape")
    @Test
    void shouldStartOverWhenPartsDifferInShape() {
        final EntryId id = submit();
        final SpreadTest shorter = new SpreadTest();
        shorter.spreader.submit(id, HEADER, 4, VALUE, 8, 0);
        gatherer.fetch(id, consumer, 0);
        copy(0, id, part(0));
        copy(2, id, shorter.part(2));
        for (final int node : new int[] {0, 3, 4}) {
            copy(node, id, part(node));
        }
        assertEquals(List.of(), gathered);
        copy(2, id, part(2));
        assertEquals(3, gathered.size());
    }

    @Test
    void shouldServeItsPart() {
        final EntryId id = submit();
        gatherer.onFetchSegment(3, id, 0);
        assertEquals(4, sent.size());
        store.onDurable(1, 8);
        gatherer.onFetchSegment(3, id, 0);
        gatherer.onFetchSegment(SELF, id, 0);
        gatherer.onFetchSegment(5, id, 0);
        assertEquals(List.of("copy 3"), sent.subList(4, sent.size()));
    }

    private final class Consumer implements ValueConsumer {
        @Override
        public void onHeader(final EntryId id, final DirectBuffer header, final int headerLength,
                             final int valueLength) {
            gathered.add(text(header, headerLength) + " of " + valueLength);
        }

        @Override
        public boolean onBytes(final EntryId id, final int from, final DirectBuffer bytes, final int offset,
                               final int length) {
            if (consumerHasRoom) {
                gathered.add(text(bytes, length));
            }
            return consumerHasRoom;
        }

        @Override
        public void onEnd(final EntryId id) {
            gathered.add("end");
        }
    }

    private EntryId submit() {
        final EntryId id = new EntryId(3, 4, spreader.digest(HEADER, 4, VALUE, 24));
        assertTrue(spreader.submit(id, HEADER, 4, VALUE, 24, 0));
        return id;
    }

    private SpreadTest refusing() {
        hasRoom = false;
        return this;
    }

    private boolean put(final int sender, final EntryId id, final byte[] part) {
        return store.put(sender, id, new UnsafeBuffer(part), 0, part.length, 0);
    }

    private void copy(final int sender, final EntryId id, final byte[] part) {
        gatherer.onSegmentCopy(sender, id, new UnsafeBuffer(part), 0, part.length, 0);
    }

    /** The part of a node, as it was sent or stored. */
    private byte[] part(final int node) {
        return node == SELF ? stored.get(0) : parts.get(node < SELF ? node : node - 1);
    }

    private String text(final int node) {
        return new String(part(node));
    }

    private static String text(final DirectBuffer buffer, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        return new String(bytes);
    }

    private final class Log implements PartLog {
        @Override
        public boolean append(final long number, final long state, final EntryId id, final long tag,
                              final DirectBuffer part, final int offset, final int length) {
            if (hasRoom) {
                final byte[] bytes = new byte[length];
                part.getBytes(offset, bytes);
                stored.add(bytes);
            }
            return hasRoom;
        }

        @Override
        public boolean read(final long position, final EntryId id, final long tag, final int length,
                            final ExpandableArrayBuffer target) {
            target.putBytes(0, stored.get(0));
            return true;
        }
    }

    private final class Outbound implements SpreadOutbound {
        @Override
        public void segment(final int to, final EntryId id, final DirectBuffer part, final int offset,
                            final int length) {
            final byte[] bytes = new byte[length];
            part.getBytes(offset, bytes);
            parts.add(bytes);
            sent.add("segment " + to);
        }

        @Override
        public void segmentAck(final int to, final EntryId id, final int pieces, final long life,
                               final long reliedOn) {
            sent.add("ack " + to);
        }

        @Override
        public void partGone(final int to, final EntryId id, final long upTo) {
            sent.add("gone " + to);
        }

        @Override
        public void fetchSegment(final int to, final EntryId id, final int piece) {
            sent.add("fetch " + to);
        }

        @Override
        public void segmentCopy(final int to, final EntryId id, final DirectBuffer part, final int offset,
                                final int length) {
            sent.add("copy " + to);
        }
    }
}
