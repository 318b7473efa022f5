package io.fleet.ec.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.fleet.consensus.message.Message;
import io.fleet.ec.message.CodedMessage;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.transport.Transport;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.MessageGate;
import io.fleet.wire.MessageHandler;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.codec.WireErrors.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of each message of coded groups, as of each of the core: format, versions, and what is no message. */
class CodedWireTest {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final long CLUSTER = 0x1122334455667788L;
    private static final long BIRTH = 0x99AABBCCDDEEFF01L;
    private static final long LIFE = 0x0203040506070809L;
    private static final int NODE = 7;
    /** The place of the first among all messages when the golden ones were drawn: it was their seed. */
    private static final int FIRST = 37;
    private static final int VERSION = 6;
    private static final int BODY = PacketView.BODY_OFFSET;
    private static final MessageHandler NONE =
        (group, config, sender, message) -> fail("handed over: " + message.name());

    private final WireErrors errors = new WireErrors();
    private final WireEncoder encoder =
        new WireEncoder(new WireIdentity(CLUSTER, NODE).birthId(BIRTH).life(LIFE), CodedCodecs.catalog());
    private final WireDecoder decoder =
        new WireDecoder(new WireIdentity(CLUSTER, -1).birthId(BIRTH), errors, CodedCodecs.catalog());
    private byte[] again;

    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldKeepTheFormat(final CodedMessage.Kind kind) throws IOException {
        final CodedMessages messages = new CodedMessages(new Random(2026 + FIRST + kind.ordinal()), 3, 40);
        byte[] longest = new byte[0];
        for (int i = 0; i < 10; i++) {
            final byte[] bytes = encode(3, 4, messages.next(kind));
            longest = bytes.length > longest.length ? bytes : longest;
        }
        try (InputStream golden = CodedWireTest.class.getResourceAsStream("golden/" + kind + ".hex")) {
            assertEquals(new String(golden.readAllBytes(), StandardCharsets.US_ASCII).strip(),
                HexFormat.of().formatHex(longest));
        }
    }

    /** What is decoded is what was encoded, in a new instance, where that is encoded to the same bytes. */
    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldDecodeWhatWasEncoded(final CodedMessage.Kind kind) {
        final CodedMessages messages = new CodedMessages(new Random(kind.ordinal()), 256, SegmentChunk.MAX_CHUNK);
        for (int i = 0; i < 100; i++) {
            final CodedMessage message = messages.next(kind);
            final byte[] bytes = encode(i, i * 2, message);
            final int offset = i % 5;
            final UnsafeBuffer packet = new UnsafeBuffer(new byte[offset + bytes.length + 3]);
            packet.putBytes(offset, bytes);
            again = null;
            decoder.decode(packet, offset, bytes.length, (group, config, sender, decoded) -> {
                assertEquals(message.getClass(), decoded.getClass());
                assertEquals(NODE, sender);
                again = encode(group, config, decoded);
            });
            assertEquals(HexFormat.of().formatHex(bytes), HexFormat.of().formatHex(again));
        }
        assertEquals(0, errors.total(), errors::toString);
    }

    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldDropEveryTruncationAndLeftOverBytes(final CodedMessage.Kind kind) {
        final CodedMessages messages = new CodedMessages(new Random(kind.ordinal()), 4, 64);
        for (int i = 0; i < 20; i++) {
            final byte[] whole = body(messages.next(kind));
            for (int length = 0; length < whole.length; length++) {
                final long before = errors.count(Cause.TRUNCATED);
                decode(Arrays.copyOf(whole, length), NONE);
                assertEquals(before + 1, errors.count(Cause.TRUNCATED), kind + " cut to " + length + ": " + errors);
            }
            decode(Arrays.copyOf(whole, whole.length + 1), NONE);
            assertEquals(i + 1, errors.count(Cause.MALFORMED), errors::toString);
        }
    }

    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldReadNewerMinorVersionsThatAppend(final CodedMessage.Kind kind) {
        final int extra = 8;
        final CodedMessage message = new CodedMessages(new Random(6), 4, 64).next(kind);
        final byte[] whole = body(message);
        final UnsafeBuffer newer = new UnsafeBuffer(new byte[whole.length + extra + 5]);
        final int blockLength = new UnsafeBuffer(whole).getShort(0, ORDER);
        newer.setMemory(0, newer.capacity(), (byte) 0x5A);
        newer.putBytes(0, whole, 0, BODY + blockLength);
        newer.putBytes(BODY + blockLength + extra, whole, BODY + blockLength, whole.length - BODY - blockLength);
        newer.putShort(0, (short) (blockLength + extra), ORDER);
        newer.putShort(VERSION, (short) (newer.getShort(VERSION, ORDER) + 1), ORDER);
        decode(newer.byteArray(), (group, config, sender, decoded) -> again = body(decoded));
        assertEquals(HexFormat.of().formatHex(whole), HexFormat.of().formatHex(again), errors::toString);
    }

    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldSurviveFlippedBits(final CodedMessage.Kind kind) {
        final CodedMessages messages = new CodedMessages(new Random(9), 4, 64);
        for (int i = 0; i < 10; i++) {
            final byte[] whole = body(messages.next(kind));
            for (int bit = 0; bit < whole.length * 8; bit++) {
                final byte[] flipped = whole.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                final long before = errors.total();
                final int[] handed = new int[1];
                decode(flipped, (group, config, sender, message) -> {
                    handed[0]++;
                    assertTrue(encoder.encode(0, 0, message) > 0, "its fields are in range, its bytes can be read");
                });
                assertEquals(1, errors.total() - before + handed[0]);
            }
        }
    }

    @Test
    void shouldBeUnknownWhereNoGroupIsCoded() {
        final WireDecoder core =
            new WireDecoder(new WireIdentity(CLUSTER, -1).birthId(BIRTH), errors, CodecCatalog.core());
        final CodedMessages messages = new CodedMessages(new Random(1), 4, 64);
        for (final CodedMessage.Kind kind : CodedMessage.Kind.values()) {
            final byte[] bytes = encode(1, 1, messages.next(kind));
            core.decode(new UnsafeBuffer(bytes), 0, bytes.length, NONE);
            assertEquals(kind.ordinal() + 1, errors.count(Cause.UNKNOWN_TEMPLATE), errors::toString);
        }
        assertEquals(CodedMessage.Kind.values().length, errors.total(), errors::toString);
    }

    @Test
    void shouldBeTakenFromNodesOnlyAndFromMembersOnly() {
        final MessageGate node = new MessageGate(0, errors);
        final MessageGate client = new MessageGate(-1, errors);
        final CodedMessages messages = new CodedMessages(new Random(1), 4, 64);
        for (final CodedMessage.Kind kind : CodedMessage.Kind.values()) {
            final CodedMessage message = messages.next(kind);
            assertTrue(node.admits(1, message) && node.admits(1, message.type(), true));
            assertTrue(!node.admits(-1, message) && !node.admits(1, message.type(), false));
            assertTrue(!client.admits(1, message) && !client.admits(-1, message));
        }
    }

    @Test
    void shouldFitTheLargestMessagesIntoOnePacket() {
        final Steps steps = new Steps();
        while (steps.count < Steps.MAX_STEPS) {
            final StepLine line = steps.next();
            line.slot = 1;
            line.kind = StepLine.PROPOSAL;
        }
        assertTrue(encoder.encode(0, 0, steps) <= Transport.MAX_PACKET);

        final SegmentChunk chunk = new SegmentChunk();
        chunk.name.set(1, 1, 1);
        chunk.totalLength = SegmentChunk.MAX_PART;
        chunk.chunkLength = SegmentChunk.MAX_CHUNK;
        chunk.buffer = new UnsafeBuffer(new byte[SegmentChunk.MAX_CHUNK]);
        assertTrue(encoder.encode(0, 0, chunk) <= Transport.MAX_PACKET);
    }

    /** One has text while disks are full. */
    @Test
    void shouldAllocateNothingInSteadyState() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final CodedMessages messages = new CodedMessages(new Random(1), 8, 200);
        final Message[] all = Arrays.stream(CodedMessage.Kind.values()).map(messages::next).toArray(Message[]::new);
        ((Learned) all[CodedMessage.Kind.LEARNED.ordinal()]).fullDisk = "";
        final int[] received = new int[1];
        final MessageHandler handler = (group, config, sender, message) -> received[0]++;
        exchange(all, handler);
        final long before = threads.getCurrentThreadAllocatedBytes();
        exchange(all, handler);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(10_000 * all.length, received[0]);
        assertTrue(allocated < 5_000, "allocated " + allocated + " bytes for " + 5_000 * all.length + " messages");
    }

    private void exchange(final Message[] messages, final MessageHandler handler) {
        for (int i = 0; i < 5_000; i++) {
            for (final Message message : messages) {
                decoder.decode(encoder.buffer(), 0, encoder.encode(1, 1, message), handler);
            }
        }
    }

    private byte[] encode(final int group, final int config, final Message message) {
        final byte[] bytes = new byte[encoder.encode(group, config, message)];
        encoder.buffer().getBytes(0, bytes);
        return bytes;
    }

    /** A packet without its checksum, to be changed and given a right one by {@link #decode}. */
    private byte[] body(final Message message) {
        final byte[] bytes = encode(0, 0, message);
        return Arrays.copyOf(bytes, bytes.length - PacketChecksum.LENGTH);
    }

    private void decode(final byte[] body, final MessageHandler handler) {
        final UnsafeBuffer packet = new UnsafeBuffer(Arrays.copyOf(body, body.length + PacketChecksum.LENGTH));
        new PacketChecksum().seal(packet, 0, body.length);
        decoder.decode(packet, 0, packet.capacity(), handler);
    }
}
