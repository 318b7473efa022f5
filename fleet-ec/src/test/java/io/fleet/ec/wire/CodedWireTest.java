package io.fleet.ec.wire;

import static io.fleet.fixture.network.WireProbe.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.ec.message.CodedMessage;
import io.fleet.ec.message.Learned;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.fixture.network.WireProbe;
import io.fleet.node.config.ProtocolFactories;
import io.fleet.transport.Transport;
import io.fleet.wire.CodecCatalog;
import io.fleet.wire.MessageGate;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.codec.WireErrors.Cause;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds of each message of coded groups, as of each of the core: format, versions, and what is no message. */
class CodedWireTest {
    private static final long CLUSTER = 0x1122334455667788L;
    private static final long BIRTH = 0x99AABBCCDDEEFF01L;
    private static final long LIFE = 0x0203040506070809L;
    private static final int NODE = 7;
    /** The place of the first among all messages when the golden ones were drawn: it was their seed. */
    private static final int FIRST = 37;

    /** That of all nodes which have this module, those too that host no coded group: others may multicast to them. */
    private final WireProbe probe = new WireProbe(CLUSTER, BIRTH, LIFE, NODE, ProtocolFactories.catalog());
    private final WireErrors errors = probe.errors;
    private final WireEncoder encoder = probe.encoder;
    private byte[] again;

    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldKeepTheFormat(final CodedMessage.Kind kind) throws IOException {
        final CodedMessages messages = new CodedMessages(new Random(2026 + FIRST + kind.ordinal()), 3, 40);
        WireProbe.assertGolden(CodedWireTest.class, kind, probe.longestOfTen(() -> messages.next(kind)));
    }

    /** What is decoded is what was encoded, in a new instance, where that is encoded to the same bytes. */
    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldDecodeWhatWasEncoded(final CodedMessage.Kind kind) {
        final CodedMessages messages = new CodedMessages(new Random(kind.ordinal()), 256, SegmentChunk.MAX_CHUNK);
        for (int i = 0; i < 100; i++) {
            final CodedMessage message = messages.next(kind);
            final byte[] bytes = probe.encode(i, i * 2, message);
            final int offset = i % 5;
            final UnsafeBuffer packet = new UnsafeBuffer(new byte[offset + bytes.length + 3]);
            packet.putBytes(offset, bytes);
            again = null;
            probe.decoder.decode(packet, offset, bytes.length, (group, config, sender, decoded) -> {
                assertEquals(message.getClass(), decoded.getClass());
                assertEquals(NODE, sender);
                again = probe.encode(group, config, decoded);
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
            final CodedMessage message = messages.next(kind);
            probe.assertDropsEveryTruncation(message);
            probe.assertDropsLeftOverBytes(message);
        }
    }

    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldReadNewerMinorVersionsThatAppend(final CodedMessage.Kind kind) {
        final CodedMessage message = new CodedMessages(new Random(6), 4, 64).next(kind);
        final byte[] whole = probe.encode(0, 0, message);
        final UnsafeBuffer newer = probe.newer(message);
        probe.decode(newer, newer.capacity(),
            (group, config, sender, decoded) -> again = probe.encode(group, config, decoded));
        assertEquals(HexFormat.of().formatHex(whole), HexFormat.of().formatHex(again), errors::toString);
    }

    @ParameterizedTest
    @EnumSource(CodedMessage.Kind.class)
    void shouldSurviveFlippedBits(final CodedMessage.Kind kind) {
        final CodedMessages messages = new CodedMessages(new Random(9), 4, 64);
        for (int i = 0; i < 10; i++) {
            probe.assertSurvivesFlippedBits(messages.next(kind));
        }
    }

    @Test
    void shouldBeUnknownWhereNoGroupIsCoded() {
        final WireDecoder core =
            new WireDecoder(new WireIdentity(CLUSTER, -1).birthId(BIRTH), errors, CodecCatalog.core());
        final CodedMessages messages = new CodedMessages(new Random(1), 4, 64);
        for (final CodedMessage.Kind kind : CodedMessage.Kind.values()) {
            final byte[] bytes = probe.encode(1, 1, messages.next(kind));
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
        assertTrue(encoder.encode(0, 0, steps).length() <= Transport.MAX_PACKET);

        final SegmentChunk chunk = new SegmentChunk();
        chunk.name.set(1, 1, 1);
        chunk.totalLength = SegmentChunk.MAX_PART;
        chunk.chunkLength = SegmentChunk.MAX_CHUNK;
        chunk.buffer = new UnsafeBuffer(new byte[SegmentChunk.MAX_CHUNK]);
        assertTrue(encoder.encode(0, 0, chunk).length() <= Transport.MAX_PACKET);
    }

    /** One has text while disks are full. */
    @Test
    void shouldAllocateNothingInSteadyState() {
        final CodedMessages messages = new CodedMessages(new Random(1), 8, 200);
        final Message[] all = Arrays.stream(CodedMessage.Kind.values()).map(messages::next).toArray(Message[]::new);
        ((Learned) all[CodedMessage.Kind.LEARNED.ordinal()]).fullDisk = "";
        probe.assertAllocatesNothing(all);
    }
}
