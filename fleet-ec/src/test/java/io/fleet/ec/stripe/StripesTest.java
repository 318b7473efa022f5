package io.fleet.ec.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.codec.CodecKind;
import io.fleet.ec.codec.ErasureCodec;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads through stripes and back, from any segments, and what damaged or misplaced parts do: nothing. */
class StripesTest {
    private static final int SHARD = 64;

    private final Random random = new Random(11);

    @ParameterizedTest
    @CsvSource({"3, 2", "4, 2", "1, 2", "5, 0", "8, 4"})
    void shouldDecodePayloadsOfAnyLengthFromAnySegments(final int k, final int m) {
        final ErasureCodec codec = CodecKind.TABLE.create(k, m);
        final StripeEncoder encoder = new StripeEncoder(codec);
        final StripeDecoder decoder = new StripeDecoder(codec);
        final int whole = k * SHARD;
        final int[] lengths = {0, 1, 2, k - 1, k, k + 1, SHARD, whole - 1, whole, whole + 1, 1000, 2 * whole};
        for (final int length : lengths) {
            final StripeLayout layout = new StripeLayout(k, m, SHARD, length);
            final UnsafeBuffer payload = random(length);
            final MutableDirectBuffer[] segments = encode(encoder, layout, payload);
            for (int round = 0; round < 10; round++) {
                final UnsafeBuffer decoded = new UnsafeBuffer(new byte[length + 2]);
                for (int stripe = 0; stripe < layout.stripes(); stripe++) {
                    decoder.begin(layout, stripe);
                    addSome(decoder, layout, stripe, segments);
                    assertEquals(layout.stripeLength(stripe), decoder.decode(decoded, 1 + layout.stripeOffset(stripe)));
                }
                assertEquals(payload, new UnsafeBuffer(decoded, 1, length), "length " + length);
                assertEquals(0, decoded.getByte(0) + decoded.getByte(length + 1), "nothing is written beyond the ends");
            }
        }
    }

    @Test
    void shouldRebuildLostSegmentsByteByByte() {
        final ErasureCodec codec = CodecKind.TABLE.create(3, 2);
        final StripeDecoder decoder = new StripeDecoder(codec);
        final StripeLayout layout = new StripeLayout(3, 2, SHARD, 1000);
        final MutableDirectBuffer[] segments = encode(new StripeEncoder(codec), layout, random(1000));
        for (int segment = 0; segment < 5; segment++) {
            final UnsafeBuffer rebuilt = new UnsafeBuffer(ByteBuffer.allocateDirect(layout.segmentLength()));
            for (int stripe = 0; stripe < layout.stripes(); stripe++) {
                decoder.begin(layout, stripe);
                addSome(decoder, layout, stripe, segments);
                decoder.rebuild(segment, rebuilt, layout.partOffset(stripe));
                decoder.decode(new UnsafeBuffer(new byte[layout.stripeLength(stripe)]), 0);
            }
            assertEquals(new UnsafeBuffer(segments[segment], 0, layout.segmentLength()), rebuilt, "segment " + segment);
        }
    }

    @Test
    void shouldMakeTheSameBytesWhateverWasThere() {
        final StripeEncoder encoder = new StripeEncoder(CodecKind.TABLE.create(3, 2));
        final StripeLayout layout = new StripeLayout(3, 2, SHARD, 4);
        final UnsafeBuffer payload = random(4);
        final UnsafeBuffer zeros = new UnsafeBuffer(new byte[5 * layout.partLength(0)]);
        final UnsafeBuffer others = random(zeros.capacity());
        for (final UnsafeBuffer parts : new UnsafeBuffer[] {zeros, others}) {
            encoder.begin(layout, 0);
            for (int segment = 0; segment < 5; segment++) {
                encoder.into(segment, parts, segment * layout.partLength(0));
            }
            encoder.encode(payload, 0);
        }
        assertEquals(zeros, others, "what fills up the last shards must be zeros");
    }

    @Test
    void shouldWriteNothingAgainThatWasRebuiltBefore() {
        final ErasureCodec codec = CodecKind.TABLE.create(3, 2);
        final StripeDecoder decoder = new StripeDecoder(codec);
        final StripeLayout layout = new StripeLayout(3, 2, SHARD, 1000);
        final MutableDirectBuffer[] segments = encode(new StripeEncoder(codec), layout, random(1000));
        final UnsafeBuffer rebuilt = new UnsafeBuffer(new byte[layout.partLength(0)]);
        decoder.begin(layout, 0);
        for (int segment = 1; segment < 4; segment++) {
            assertTrue(decoder.add(segment, segments[segment], 0, layout.partLength(0)));
        }
        decoder.rebuild(4, rebuilt, 0);
        rebuilt.setMemory(0, rebuilt.capacity(), (byte) 0);
        decoder.decode(new UnsafeBuffer(new byte[layout.stripeLength(0)]), 0);
        assertEquals(new UnsafeBuffer(new byte[rebuilt.capacity()]), rebuilt, "the buffer is the caller's again");
    }

    @Test
    void shouldTakeNoPartThatIsDamagedOrOfAnotherPlace() {
        final ErasureCodec codec = CodecKind.TABLE.create(3, 2);
        final StripeDecoder decoder = new StripeDecoder(codec);
        final StripeLayout layout = new StripeLayout(3, 2, SHARD, 1000);
        final MutableDirectBuffer[] segments = encode(new StripeEncoder(codec), layout, random(1000));
        final int part = layout.partLength(0);
        decoder.begin(layout, 0);
        for (int at = 0; at < part; at++) {
            final byte was = segments[1].getByte(at);
            segments[1].putByte(at, (byte) (was ^ 1 << random.nextInt(8)));
            assertFalse(decoder.add(1, segments[1], 0, part), "byte " + at + " is damaged");
            segments[1].putByte(at, was);
        }
        assertFalse(decoder.add(2, segments[1], 0, part), "of another segment");
        assertFalse(decoder.add(1, segments[1], layout.partOffset(1), part), "of another stripe");
        assertFalse(decoder.add(1, segments[1], 0, part - 1), "too short");
        assertFalse(decoder.add(1, segments[1], 0, part + 1), "too long");
        assertFalse(decoder.add(1, segments[1], 0, 0), "empty");
        decoder.begin(new StripeLayout(3, 2, SHARD, 1001), 0);
        assertFalse(decoder.add(1, segments[1], 0, part), "of a payload of another length");
        decoder.begin(layout, 0);
        assertFalse(decoder.isComplete());
        assertTrue(decoder.add(1, segments[1], 0, part), "it is whole");
        assertTrue(decoder.add(1, segments[1], 0, part), "again");
        assertTrue(decoder.add(4, segments[4], 0, part), "it is whole");
        assertFalse(decoder.isComplete(), "two are too few");
        final UnsafeBuffer to = new UnsafeBuffer(new byte[1000]);
        refuses(IllegalStateException.class, "parts of 2 segments are there, but 3 are needed",
            () -> decoder.decode(to, 0));
        refuses(IllegalStateException.class, "parts of 2 segments are there, but 3 are needed",
            () -> decoder.rebuild(0, to, 0));
    }

    @Test
    void shouldCodeTheLongestPayloadStripeByStripe() {
        final ErasureCodec codec = CodecKind.fastest().create(3, 2);
        final StripeEncoder encoder = new StripeEncoder(codec);
        final StripeDecoder decoder = new StripeDecoder(codec);
        final StripeLayout layout = new StripeLayout(3, 2, StripeLayout.DEFAULT_SHARD, StripeLayout.MAX_PAYLOAD);
        final int most = 3 * StripeLayout.DEFAULT_SHARD;
        final byte[] bytes = new byte[most];
        final UnsafeBuffer stripeBytes = new UnsafeBuffer(bytes);
        final UnsafeBuffer decoded = new UnsafeBuffer(ByteBuffer.allocateDirect(most));
        final UnsafeBuffer parts = new UnsafeBuffer(ByteBuffer.allocateDirect(5 * layout.partLength(0)));
        long total = 0;
        for (int stripe = 0; stripe < layout.stripes(); stripe++) {
            random.nextBytes(bytes);
            final int part = layout.partLength(stripe);
            encoder.begin(layout, stripe);
            for (int segment = 0; segment < 5; segment++) {
                encoder.into(segment, parts, segment * part);
            }
            encoder.encode(stripeBytes, 0);
            decoder.begin(layout, stripe);
            for (int segment = 2; segment < 5; segment++) {
                assertTrue(decoder.add(segment, parts, segment * part, part));
            }
            final int length = decoder.decode(decoded, 0);
            assertEquals(new UnsafeBuffer(stripeBytes, 0, length), new UnsafeBuffer(decoded, 0, length),
                "stripe " + stripe);
            total += length;
        }
        assertEquals(StripeLayout.MAX_PAYLOAD, total);
        final int stored = layout.segmentLength() * 5;
        assertTrue(stored < StripeLayout.MAX_PAYLOAD / 3 * 5 * 1.0001, "checksums and zeros are less than 0.01 %");
    }

    @Test
    void shouldRefuseWrongLayouts() {
        refuses("data shards (k) is 0, but must be from 1 to 256", () -> new StripeLayout(0, 2, SHARD, 1));
        refuses("parity shards (m) is 254, but must be from 0 to 253", () -> new StripeLayout(3, 254, SHARD, 1));
        refuses("bytes of a full shard is 63, but must be from 64 to 1048576", () -> new StripeLayout(3, 2, 63, 1));
        refuses("bytes of the payload is 67108865, but must be from 0 to 67108864",
            () -> new StripeLayout(3, 2, SHARD, StripeLayout.MAX_PAYLOAD + 1));
        refuses("bytes of the payload is -1", () -> new StripeLayout(3, 2, SHARD, -1));
        final StripeLayout layout = new StripeLayout(3, 2, SHARD, 1000);
        refuses("stripe is 6, but must be from 0 to 5", () -> layout.partOffset(6));
        refuses("stripe is -1, but must be from 0 to 5", () -> layout.shardLength(-1));
        final StripeLayout empty = new StripeLayout(3, 2, SHARD, 0);
        assertEquals(0, empty.stripes() + empty.segmentLength());
    }

    @Test
    void shouldRefuseWrongCalls() {
        final ErasureCodec codec = CodecKind.TABLE.create(3, 2);
        final StripeEncoder encoder = new StripeEncoder(codec);
        final StripeDecoder decoder = new StripeDecoder(codec);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100]);
        final StripeLayout other = new StripeLayout(3, 1, SHARD, 1000);
        refuses("the layout has k = 3 and k + m = 4, but must have 3 and 5", () -> encoder.begin(other, 0));
        refuses("the layout has k = 3 and k + m = 4, but must have 3 and 5", () -> decoder.begin(other, 0));
        refuses(IllegalStateException.class, "no stripe was begun", () -> encoder.into(0, buffer, 0));
        refuses(IllegalStateException.class, "no stripe was begun", () -> encoder.encode(buffer, 0));
        refuses(IllegalStateException.class, "no stripe was begun", () -> decoder.add(0, buffer, 0, 68));
        refuses(IllegalStateException.class, "no stripe was begun", () -> decoder.decode(buffer, 0));
        final StripeLayout layout = new StripeLayout(3, 2, SHARD, 1000);
        encoder.begin(layout, 0);
        refuses("segment is 5, but must be from 0 to 4", () -> encoder.into(5, buffer, 0));
        refuses("part of segment 0 has 68 bytes from offset 33, but they must lie within the 100 bytes",
            () -> encoder.into(0, buffer, 33));
        refuses("stripe of the payload has 192 bytes from offset 0", () -> encoder.encode(buffer, 0));
        refuses(IllegalStateException.class, "segment 0 was given no place",
            () -> encoder.encode(new UnsafeBuffer(new byte[192]), 0));
        decoder.begin(layout, 0);
        refuses("part of segment 0 has 68 bytes from offset 40", () -> decoder.add(0, buffer, 40, 68));
        refuses("part of segment 0 has -1 bytes from offset 0", () -> decoder.add(0, buffer, 0, -1));
        refuses("segment is -1, but must be from 0 to 4", () -> decoder.add(-1, buffer, 0, 68));
    }

    private MutableDirectBuffer[] encode(final StripeEncoder encoder, final StripeLayout layout,
                                         final UnsafeBuffer payload) {
        final MutableDirectBuffer[] segments = new MutableDirectBuffer[layout.segments()];
        for (int segment = 0; segment < segments.length; segment++) {
            final int length = layout.segmentLength() + 1;
            segments[segment] = segment % 2 == 0 ? new UnsafeBuffer(new byte[length])
                : new UnsafeBuffer(ByteBuffer.allocateDirect(length));
            segments[segment].setMemory(0, length, (byte) 0x77);
        }
        for (int stripe = layout.stripes() - 1; stripe >= 0; stripe--) {
            encoder.begin(layout, stripe);
            for (int segment = 0; segment < segments.length; segment++) {
                encoder.into(segment, segments[segment], layout.partOffset(stripe));
            }
            encoder.encode(payload, layout.stripeOffset(stripe));
        }
        for (final MutableDirectBuffer segment : segments) {
            assertEquals(0x77, segment.getByte(layout.segmentLength()), "nothing is written beyond the end");
        }
        return segments;
    }

    private void addSome(final StripeDecoder decoder, final StripeLayout layout, final int stripe,
                         final MutableDirectBuffer[] segments) {
        while (!decoder.isComplete()) {
            final int segment = random.nextInt(segments.length);
            assertTrue(decoder.add(segment, segments[segment], layout.partOffset(stripe), layout.partLength(stripe)),
                "segment " + segment + " of stripe " + stripe);
        }
    }

    private UnsafeBuffer random(final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return new UnsafeBuffer(bytes);
    }

    private static void refuses(final String message, final Executable call) {
        refuses(IllegalArgumentException.class, message, call);
    }

    private static void refuses(final Class<? extends RuntimeException> type, final String message,
                                final Executable call) {
        final RuntimeException refusal = assertThrows(type, call);
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }
}
