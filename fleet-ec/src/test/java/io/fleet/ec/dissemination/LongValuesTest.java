package io.fleet.ec.dissemination;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.dissemination.context.FetchConfig;
import io.fleet.ec.dissemination.context.LongValueConfig;
import io.fleet.ec.dissemination.context.SpreadConfig;
import io.fleet.ec.dissemination.format.PieceLayout;
import io.fleet.ec.dissemination.format.PieceTag;
import io.fleet.ec.dissemination.gather.ValueConsumer;
import io.fleet.ec.stripe.StripeLayout;
import io.fleet.fixture.mark.Expects;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of several stripes on five nodes with the code (3, 2): stripes of 192 bytes, windows of 2. */
class LongValuesTest {
    private static final int SHARD = 64;
    private static final int STRIPE = 3 * SHARD;
    private static final int LENGTH = 5 * STRIPE + 7;
    private static final int PIECES = 7;
    private static final long RESEND_NS = 1_000;
    private static final long ABANDON_NS = 50_000;
    private static final UnsafeBuffer HEADER = new UnsafeBuffer("head".getBytes());

    private final UnsafeBuffer value = new UnsafeBuffer(new byte[LENGTH]);
    private final LongNode.Net net = new LongNode.Net();

    LongValuesTest() {
        final byte[] bytes = new byte[LENGTH];
        new SplittableRandom(1).nextBytes(bytes);
        value.putBytes(0, bytes);
        for (int i = 0; i < 5; i++) {
            net.nodes.add(new LongNode(i, net, config(i, new LongValueConfig(SHARD, 2, 3, 10_000, ABANDON_NS)), 2));
        }
    }

    private static SpreadConfig config(final int self, final LongValueConfig longValues) {
        return config(self, longValues, 0);
    }

    private static SpreadConfig config(final int self, final LongValueConfig longValues, final int cacheBytes) {
        return new SpreadConfig(self, Quorums.ofCode(3, 2), StripeLayout.MAX_PAYLOAD, 4, 8, RESEND_NS, longValues,
            new FetchConfig(FetchConfig.Hedge.NEVER, 0, cacheBytes));
    }

    @Test
    void shouldSpreadPieceByPieceAndGatherFromAnyK() {
        final EntryId id = submit(0);
        net.run();
        assertEquals(1, node(0).ready.size());
        for (final LongNode node : net.nodes) {
            assertTrue(node.store.holds(id));
            assertEquals(PIECES, node.store.pieces(id));
        }
        for (int cut = 0; cut < 4; cut++) {
            node(cut).isCut = true;
            node(cut + 1).isCut = true;
            final int reader = (cut + 3) % 5;
            final Bytes bytes = new Bytes();
            assertTrue(node(reader).gatherer.fetch(id, bytes, net.nowNs) > 0);
            finish(bytes);
            assertEquals(text(value, LENGTH), text(bytes.value, bytes.length));
            assertEquals("head", bytes.header);
            node(cut).isCut = false;
            node(cut + 1).isCut = false;
        }
    }

    /** Rule C2: until all pieces are durable on n - f nodes, nothing is announced, and no node counts as a holder. */
    @Test
    void shouldCountAPartWhenAllOfItIsDurable() {
        final EntryId id = submit(0);
        for (int i = 0; i < 3; i++) {
            net.messages.stream().toList().forEach(message -> net.messages.poll().run());
            net.nodes.forEach(LongNode::work);
        }
        assertTrue(node(1).sent.stream().anyMatch(text -> text.startsWith("ack of")), node(1).sent.toString());
        assertFalse(node(1).store.holds(id));
        assertEquals(-1, node(1).store.read(id, 0, new org.agrona.ExpandableArrayBuffer()));
        node(1).gatherer.onFetchSegment(2, id, 0);
        assertFalse(node(1).sent.contains("copy to 2"));
        assertEquals(0, node(0).ready.size());
        net.run();
        assertEquals(1, node(0).ready.size());
        assertTrue(node(1).sent.contains("ack of " + PIECES + " to 0"));
    }

    /** What a proxy that dies in the middle leaves counts for nothing, and is forgotten after a while. */
    @Expects("segment-store.part-abandoned")
    @Test
    void shouldForgetWhatADeadProxyLeft() {
        final EntryId id = submit(0);
        step(3);
        node(0).isCut = true;
        net.run();
        for (int i = 1; i < 5; i++) {
            assertFalse(node(i).store.holds(id));
            assertFalse(node(i).store.isStaged(id));
            assertEquals(1, node(i).store.size());
        }
        net.nowNs += ABANDON_NS;
        net.run();
        for (int i = 1; i < 5; i++) {
            assertEquals(0, node(i).store.size());
            assertEquals(1, node(i).counters.abandoned.get());
        }
    }

    /** Another proxy that has the same bytes goes on where the first stopped. */
    @Test
    void shouldGoOnWithWhatIsThere() {
        final EntryId id = submit(0);
        step(3);
        node(0).isCut = true;
        net.run();
        assertTrue(submit(2).same(id));
        net.run();
        net.nowNs += RESEND_NS;
        net.run();
        assertEquals(1, node(2).ready.size());
        assertTrue(node(1).store.holds(id));
    }

    @Expects("long-spreader.pieces-sent-again")
    @Test
    void shouldSendAgainWhatWasLostAndOneToWhoIsSilent() {
        node(3).isCut = true;
        node(4).isCut = true;
        final EntryId id = submit(0);
        net.run();
        assertEquals(0, node(0).ready.size());
        node(0).sent.clear();
        net.nowNs += RESEND_NS;
        net.run();
        assertEquals(2, node(0).sent.size(), "one piece to each of them");
        node(3).isCut = false;
        node(4).isCut = false;
        net.nowNs += RESEND_NS;
        net.run();
        assertEquals(1, node(0).ready.size());
        assertTrue(node(3).store.holds(id) && node(4).store.holds(id));
        node(0).spreader.release(id);
        assertFalse(node(0).spreader.isSpreading(id));
        assertEquals(0, node(0).counters.copiedBytes.get());
    }

    @Expects("segment-store.piece-without-its-head")
    @Test
    void shouldBeginAnewWithANodeThatForgot() {
        final EntryId id = submit(0);
        step(3);
        assertEquals(1, node(1).store.size());
        node(1).store.forget(id);
        net.run();
        assertFalse(node(1).store.holds(id));
        assertTrue(node(1).sent.contains("ack of 0 to 0"));
        net.nowNs += RESEND_NS;
        net.run();
        assertTrue(node(1).store.holds(id));
    }

    /** After a restart a part that was durable is held, and one that was not goes on. */
    @Test
    void shouldRecoverPieces() {
        final EntryId id = submit(0);
        step(3);
        final LongNode half = node(1).restart(config(1, new LongValueConfig(SHARD, 2, 3, 10_000, ABANDON_NS)), 2, id);
        assertFalse(half.store.holds(id));
        net.run();
        net.nowNs += RESEND_NS;
        net.run();
        assertTrue(half.store.holds(id));
        final LongNode whole = half.restart(config(1, new LongValueConfig(SHARD, 2, 3, 10_000, ABANDON_NS)), 2, id);
        assertTrue(whole.store.holds(id));
        assertEquals(PIECES, whole.store.pieces(id));
        assertThrows(IllegalStateException.class, () -> whole.store.recover(99, 1, id, PieceTag.of(3, 3), 1, 10));
    }

    @Expects({"long-spreader.copies-are-full", "long-spreader.value-is-not-there-yet"})
    @Test
    void shouldReadAValueThatItDoesNotKeep() {
        final boolean[] isThere = new boolean[1];
        final int[] released = new int[1];
        final io.fleet.ec.dissemination.ValueSource source = new io.fleet.ec.dissemination.ValueSource() {
            @Override
            public boolean read(final int from, final int length, final org.agrona.MutableDirectBuffer to,
                                final int at) {
                if (isThere[0]) {
                    to.putBytes(at, value, from, length);
                }
                return isThere[0];
            }

            @Override
            public void release() {
                released[0]++;
            }
        };
        assertFalse(node(0).spreader.submit(1, 1, HEADER, 4, source, 10, 0), "a short one that is not there");
        assertTrue(node(0).spreader.submit(3, 4, HEADER, 4, source, LENGTH, 0));
        net.run();
        assertEquals(0, node(0).sent.size());
        isThere[0] = true;
        assertTrue(node(0).spreader.submit(3, 4, HEADER, 4, source, LENGTH, 0), "it is under way");
        assertEquals(1, released[0], "the second is not needed");
        net.run();
        final EntryId id = node(0).ready.get(0);
        assertTrue(id.same(new EntryId(3, 4, node(1).spreader.digest(HEADER, 4, value, LENGTH))));
        node(0).spreader.release(id);
        assertEquals(2, released[0]);
        assertTrue(node(0).spreader.submit(3, 5, HEADER, 4, source, 10, 0));
        assertEquals(3, released[0]);
        for (int i = 0; i < 3; i++) {
            assertTrue(node(1).spreader.submit(new EntryId(9, i, 9), HEADER, 4, new UnsafeBuffer(new byte[3_000]),
                3_000, 0));
        }
        assertFalse(node(1).spreader.submit(new EntryId(9, 9, 9), HEADER, 4, new UnsafeBuffer(new byte[3_000]), 3_000,
            0));
        assertThrows(IllegalArgumentException.class, () -> node(2).spreader.submit(id, HEADER, 4,
            new UnsafeBuffer(new byte[10_001]), 10_001, 0));
    }

    @Test
    void shouldRebuildAPart() {
        node(4).isCut = true;
        final EntryId id = submit(0);
        net.run();
        node(4).isCut = false;
        node(4).room = 1;
        assertTrue(node(4).gatherer.rebuild(id, net.nowNs));
        net.run();
        assertTrue(node(4).store.holds(id));
        assertEquals(1, node(4).rebuilt.size());
        final LongNode.Net other = new LongNode.Net();
        for (int i = 0; i < 5; i++) {
            other.nodes.add(new LongNode(i, other, config(i, new LongValueConfig(SHARD, 2, 3, 10_000, ABANDON_NS)), 2));
        }
        other.nodes.get(0).spreader.submit(id, HEADER, 4, value, LENGTH, 0);
        other.run();
        for (int i = 0; i < PIECES; i++) {
            assertArrayEquals(other.nodes.get(4).logged.get(i), node(4).logged.get(i), "piece " + i);
        }
    }

    /** Who rebuilds the pieces that are missing has decoded a part of the value only, which is none to keep. */
    @Test
    void shouldNotTakeForTheValueWhatARebuildDecoded() {
        final LongNode caching = new LongNode(4, net,
            config(4, new LongValueConfig(SHARD, 2, 3, 10_000, ABANDON_NS), 10 * LENGTH), 2);
        net.nodes.set(4, caching);
        final EntryId id = submit(0);
        step(3);
        caching.isCut = true;
        net.run();
        caching.isCut = false;
        assertTrue(caching.store.size() == 1 && !caching.store.holds(id));
        caching.gatherer.rebuild(id, net.nowNs);
        net.run();
        assertTrue(caching.store.holds(id));
        for (int i = 0; i < 2; i++) {
            final Bytes bytes = new Bytes();
            caching.gatherer.fetch(id, bytes, net.nowNs);
            finish(bytes);
            assertEquals(text(value, LENGTH), text(bytes.value, bytes.length));
            assertEquals(i, caching.counters.cached.get());
        }
    }

    @Expects("stripe-gatherer.waits-for-memory")
    @Test
    void shouldShareItsMemoryAmongValues() {
        final EntryId id = submit(0);
        net.run();
        final Bytes[] bytes = new Bytes[4];
        for (int i = 0; i < 4; i++) {
            bytes[i] = new Bytes();
            node(1).gatherer.fetch(id, bytes[i], net.nowNs);
        }
        for (final Bytes one : bytes) {
            finish(one);
            assertEquals(text(value, LENGTH), text(one.value, one.length));
        }
        assertEquals(3 * 3 * (SHARD + 4), node(1).counters.mostGatheringBytes.get());
        assertEquals(0, node(1).counters.gatheringBytes.get());
    }

    /** Each byte of each piece that is damaged on its way is noticed, or does no harm. */
    @Test
    void shouldRefuseDamagedPieces() {
        final EntryId id = submit(0);
        net.run();
        final LongNode.Net other = new LongNode.Net();
        for (int i = 0; i < 5; i++) {
            other.nodes.add(new LongNode(i, other, config(i, new LongValueConfig(SHARD, 2, 3, 10_000, ABANDON_NS)), 2));
        }
        final LongNode target = other.nodes.get(1);
        for (final byte[] piece : node(1).logged) {
            for (int at = 0; at < piece.length; at++) {
                final byte[] wrong = piece.clone();
                wrong[at] ^= (byte) 0x80;
                assertFalse(put(target, id, wrong), "byte " + at);
            }
            assertFalse(target.store.put(0, id, new UnsafeBuffer(piece), 0, piece.length - 1, 0));
            assertFalse(put(target, id, java.util.Arrays.copyOf(piece, piece.length + 1)));
            assertFalse(put(target, new EntryId(id.batcherId, id.sequence, id.digest + 1), piece), "of another id");
            assertTrue(put(target, id, piece));
            assertTrue(put(target, id, piece), "once more");
        }
        target.flush();
        assertTrue(target.store.holds(id));
        assertEquals(PIECES, target.logged.size());
        for (final byte[] piece : node(2).logged) {
            assertFalse(put(other.nodes.get(3), id, piece), "of another node");
        }
    }

    /** A piece that is whole but not what it should be: its stripe does not fit the digest, and does without it. */
    @Tag("hazard-E-C2")
    @Expects("stripe-gatherer.stripe-does-not-fit-its-digest")
    @Test
    void shouldGiveAStripeThoughAMembersPieceOfItIsWrong() {
        final EntryId id = submit(0);
        net.run();
        final byte[] wrong = node(1).logged.get(2).clone();
        wrong[30] ^= 1;
        sign(wrong, 1, 1);
        node(1).logged.set(2, wrong);
        final Bytes bytes = new Bytes();
        node(0).gatherer.fetch(id, bytes, net.nowNs);
        finish(bytes);
        assertEquals(text(value, LENGTH), text(bytes.value, bytes.length));
    }

    @Test
    void shouldRefuseAHeadOfSomethingElse() {
        final EntryId id = submit(0);
        net.run();
        final byte[] head = node(1).logged.get(0).clone();
        head[16] ^= 1;
        node(1).logged.set(0, head);
        final Bytes bytes = new Bytes();
        node(4).isCut = true;
        node(4).store.forget(id);
        node(4).isCut = false;
        node(4).gatherer.fetch(id, bytes, net.nowNs);
        finish(bytes);
        assertEquals("head", bytes.header);
    }

    /** With 64 MiB on its way, what is kept of it anywhere is what the windows allow. */
    @Test
    void shouldBoundMemoryByPiecesAndNotByValues() {
        final int shard = 64 * 1024;
        final int window = 4;
        final LongNode.Net big = new LongNode.Net();
        for (int i = 0; i < 5; i++) {
            big.nodes.add(new LongNode(i, big, config(i, new LongValueConfig(shard, window, 6, 0, ABANDON_NS)), 2));
        }
        final io.fleet.ec.dissemination.ValueSource source = (from, length, to, at) -> {
            for (int i = 0; i < length; i += 8) {
                to.putLong(at + i, (from + i) * 0x9E37_79B9_7F4A_7C15L);
            }
            return true;
        };
        assertTrue(big.nodes.get(0).spreader.submit(3, 4, HEADER, 4, source, StripeLayout.MAX_PAYLOAD, 0));
        big.run();
        final EntryId id = big.nodes.get(0).ready.get(0);
        final int piece = shard + 4 + PieceLayout.HEADER_OFFSET;
        assertTrue(big.mostBytes <= 4L * (window + 1) * piece, big.mostBytes + " bytes were on their way");
        big.mostBytes = 0;
        final Sum sum = new Sum();
        big.nodes.get(4).gatherer.fetch(id, sum, big.nowNs);
        big.run();
        assertTrue(sum.isEnded);
        assertEquals(StripeLayout.MAX_PAYLOAD, sum.length);
        assertTrue(big.mostBytes <= 2L * window * piece, big.mostBytes + " bytes were on their way");
        assertTrue(big.nodes.get(4).counters.mostGatheringBytes.get() <= 6L * 3 * (shard + 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, STRIPE - 1, STRIPE, STRIPE + 1, 2 * STRIPE, 2 * STRIPE + 1, LENGTH})
    void shouldTakeAnyLength(final int length) {
        final EntryId id = new EntryId(3, 4, node(0).spreader.digest(HEADER, 4, value, length));
        assertTrue(node(0).spreader.submit(id, HEADER, 4, value, length, net.nowNs));
        net.run();
        assertEquals(length <= STRIPE ? 1 : 1 + (length + STRIPE - 1) / STRIPE, node(4).store.pieces(id));
        assertEquals(1, node(0).ready.size());
        final Bytes bytes = new Bytes();
        node(3).gatherer.fetch(id, bytes, net.nowNs);
        finish(bytes);
        assertEquals(text(value, length), text(bytes.value, bytes.length));
    }

    private LongNode node(final int index) {
        return net.nodes.get(index);
    }

    private EntryId submit(final int proxy) {
        final EntryId id = new EntryId(3, 4, node(proxy).spreader.digest(HEADER, 4, value, LENGTH));
        assertTrue(node(proxy).spreader.submit(id, HEADER, 4, value, LENGTH, net.nowNs));
        return id;
    }

    private static boolean put(final LongNode node, final EntryId id, final byte[] piece) {
        return node.store.put(0, id, new UnsafeBuffer(piece), 0, piece.length, 0);
    }

    /** So many rounds: messages arrive, then everyone works. */
    private void step(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            for (int left = net.messages.size(); left > 0; left--) {
                net.messages.poll().run();
            }
            net.nodes.forEach(LongNode::work);
        }
    }

    private void finish(final Bytes bytes) {
        for (int i = 0; i < 20 && !bytes.isEnded; i++) {
            net.run();
            net.nowNs += RESEND_NS;
        }
        net.run();
        assertTrue(bytes.isEnded);
    }

    /** Makes the checksum of a piece right again. */
    private static void sign(final byte[] piece, final int segment, final int stripe) {
        final UnsafeBuffer fields = new UnsafeBuffer(new byte[24]);
        final int[] place = {3, 2, SHARD, LENGTH, stripe, segment};
        for (int i = 0; i < place.length; i++) {
            fields.putInt(4 * i, place[i]);
        }
        final CRC32C crc = new CRC32C();
        crc.update(fields.byteArray());
        crc.update(piece, 20, piece.length - 20);
        new UnsafeBuffer(piece).putInt(16, (int) crc.getValue());
    }

    private static String text(final DirectBuffer buffer, final int length) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(0, bytes);
        return java.util.Arrays.toString(bytes);
    }

    private static class Sum implements ValueConsumer {
        protected int length;
        protected boolean isEnded;
        protected String header;

        @Override
        public void onHeader(final EntryId id, final DirectBuffer buffer, final int headerLength,
                             final int valueLength) {
            final byte[] bytes = new byte[headerLength];
            buffer.getBytes(0, bytes);
            header = new String(bytes);
        }

        @Override
        public boolean onBytes(final EntryId id, final int from, final DirectBuffer bytes, final int offset,
                               final int count) {
            assertEquals(length, from);
            length += count;
            return true;
        }

        @Override
        public void onEnd(final EntryId id) {
            isEnded = true;
        }
    }

    private static final class Bytes extends Sum {
        private final UnsafeBuffer value = new UnsafeBuffer(new byte[LENGTH]);

        @Override
        public boolean onBytes(final EntryId id, final int from, final DirectBuffer bytes, final int offset,
                               final int count) {
            value.putBytes(from, bytes, offset, count);
            return super.onBytes(id, from, bytes, offset, count);
        }
    }
}
