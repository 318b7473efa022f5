package io.fleet.wire;

import static io.fleet.fixture.network.WireProbe.NONE;
import static io.fleet.fixture.network.WireProbe.sealed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.network.WireProbe;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.EntryBodyDecoder;
import io.fleet.wire.sbe.EnvelopeDecoder;
import io.fleet.wire.sbe.OrderDecoder;
import io.fleet.wire.sbe.PreVoteReplyDecoder;
import io.fleet.wire.sbe.PrepareDecoder;
import io.fleet.wire.sbe.PromiseDecoder;
import io.fleet.wire.sbe.RejoinReplyDecoder;
import java.nio.ByteOrder;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WireHostileInputTest {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final long CLUSTER = 99;
    private static final int BLOCK_LENGTH = 0;
    private static final int TEMPLATE = 2;
    private static final int SCHEMA = 4;
    private static final int VERSION = 6;
    private static final int BODY = PacketView.BODY_OFFSET;

    private final WireProbe probe = new WireProbe(CLUSTER, 0, 0, 3, CodecCatalog.core());
    private final WireErrors errors = probe.errors;

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    @Expects("wire.truncated")
    void shouldDropEveryTruncation(final MessageType type) {
        final Messages messages = new Messages(new Random(type.ordinal()), 4, 64);
        for (int i = 0; i < 20; i++) {
            probe.assertDropsEveryTruncation(messages.next(type));
        }
    }

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    @Expects("wire.malformed")
    void shouldDropLeftOverBytes(final MessageType type) {
        probe.assertDropsLeftOverBytes(new Messages(new Random(5), 4, 64).next(type));
    }

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    void shouldReadNewerMinorVersionsThatAppend(final MessageType type) {
        final Message message = new Messages(new Random(6), 4, 64).next(type);
        final UnsafeBuffer newer = probe.newer(message);
        final String[] seen = new String[1];
        probe.decode(newer, newer.capacity(), (group, config, sender, decoded) -> seen[0] = Fields.of(decoded));
        assertEquals(Fields.of(message), seen[0], errors::toString);
    }

    @Test
    void shouldReadLongerLinesOfNewerMinorVersions() {
        final Order order = new Order();
        for (int i = 0; i < 3; i++) {
            order.next().lsn = 10 + i;
        }
        final UnsafeBuffer whole = probe.packet(order);
        final int line = OrderDecoder.EntriesDecoder.sbeBlockLength();
        final int extra = 4;
        final int lines = BODY + OrderDecoder.BLOCK_LENGTH + OrderDecoder.EntriesDecoder.HEADER_SIZE;
        final UnsafeBuffer newer = new UnsafeBuffer(new byte[whole.capacity() + 3 * extra]);
        newer.putBytes(0, whole, 0, lines);
        for (int i = 0; i < 3; i++) {
            newer.putBytes(lines + i * (line + extra), whole, lines + i * line, line);
        }
        newer.putShort(BODY + OrderDecoder.BLOCK_LENGTH, (short) (line + extra), ORDER);
        newer.putShort(VERSION, (short) (OrderDecoder.SCHEMA_VERSION + 1), ORDER);

        final long[] sum = new long[1];
        probe.decode(newer, newer.capacity(), (group, config, sender, message) -> {
            for (int i = 0; i < ((Order) message).count; i++) {
                sum[0] = sum[0] * 100 + ((Order) message).entries[i].lsn;
            }
        });
        assertEquals(101112, sum[0], errors::toString);
    }

    @Test
    void shouldSurviveRandomBytes() {
        final Random random = new Random(8);
        final UnsafeBuffer noise = new UnsafeBuffer(new byte[600]);
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(noise.byteArray());
            final int length = random.nextInt(noise.capacity() + 1);
            if (i % 2 == 0) {
                noise.putShort(TEMPLATE, (short) (1 + random.nextInt(17)), ORDER);
                noise.putShort(SCHEMA, (short) EntryBodyDecoder.SCHEMA_ID, ORDER);
                noise.putShort(VERSION, (short) EntryBodyDecoder.SCHEMA_VERSION, ORDER);
                noise.putShort(BLOCK_LENGTH, (short) random.nextInt(136), ORDER);
                noise.putLong(BODY, CLUSTER, ORDER);
                noise.setMemory(BODY + EnvelopeDecoder.birthIdEncodingOffset(),
                    EnvelopeDecoder.senderEncodingOffset() - EnvelopeDecoder.birthIdEncodingOffset(), (byte) 0);
                noise.putInt(BODY + EnvelopeDecoder.senderEncodingOffset(), 1, ORDER);
            }
            probe.assertHandedOverOrCounted(noise, length);
        }
        for (final Cause cause : new Cause[] {Cause.TRUNCATED, Cause.MALFORMED, Cause.FOREIGN_SCHEMA}) {
            assertTrue(errors.count(cause) > 100, errors::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    void shouldSurviveFlippedBits(final MessageType type) {
        final Messages messages = new Messages(new Random(9), 4, 64);
        for (int i = 0; i < 10; i++) {
            probe.assertSurvivesFlippedBits(messages.next(type));
        }
    }

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    @Expects("wire.corrupted")
    void shouldHandOverNothingThatChangedOnTheWay(final MessageType type) {
        final UnsafeBuffer message = probe.packet(new Messages(new Random(12), 4, 64).next(type));
        final UnsafeBuffer packet = sealed(message, message.capacity());
        for (int bit = 0; bit < packet.capacity() * 8; bit++) {
            packet.putByte(bit / 8, (byte) (packet.getByte(bit / 8) ^ 1 << bit % 8));
            probe.decoder.decode(packet, 0, packet.capacity(), NONE);
            packet.putByte(bit / 8, (byte) (packet.getByte(bit / 8) ^ 1 << bit % 8));
        }
        for (int length = 0; length < packet.capacity(); length++) {
            probe.decoder.decode(packet, 0, length, NONE);
        }
        assertEquals(packet.capacity() * 9L, errors.total(), errors::toString);
        assertTrue(errors.count(Cause.CORRUPTED) > packet.capacity() * 7L, errors::toString);
    }

    @Test
    @Expects({"wire.foreign-schema", "wire.unknown-version", "wire.unknown-template", "wire.foreign-cluster",
        "wire.foreign-birth"})
    void shouldCountWhatIsForeign() {
        final Messages messages = new Messages(new Random(10), 4, 64);
        final Message message = messages.next(MessageType.PREPARE);
        new WireDecoder(new WireIdentity(CLUSTER + 1, -1), errors).decode(
            sealed(probe.packet(message), probe.packet(message).capacity()), 0,
            probe.packet(message).capacity() + PacketChecksum.LENGTH, NONE);
        assertEquals(1, errors.count(Cause.FOREIGN_CLUSTER));

        final UnsafeBuffer birth = probe.packet(message);
        birth.putLong(BODY + EnvelopeDecoder.birthIdEncodingOffset(), 1, ORDER);
        probe.assertDropped(Cause.FOREIGN_BIRTH, birth);

        final UnsafeBuffer schema = probe.packet(message);
        schema.putShort(SCHEMA, (short) 1, ORDER);
        probe.assertDropped(Cause.FOREIGN_SCHEMA, schema);

        final UnsafeBuffer version = probe.packet(message);
        version.putShort(VERSION, (short) (PrepareDecoder.SCHEMA_VERSION + 256), ORDER);
        probe.assertDropped(Cause.UNKNOWN_VERSION, version);

        final UnsafeBuffer template = probe.packet(message);
        template.putShort(TEMPLATE, (short) 900, ORDER);
        probe.assertDropped(Cause.UNKNOWN_TEMPLATE, template);
        template.putShort(TEMPLATE, (short) -1, ORDER);
        probe.assertDropped(Cause.UNKNOWN_TEMPLATE, template);
        assertEquals(6, errors.total());
    }

    @Test
    void shouldDropValuesOutOfRange() {
        final Messages messages = new Messages(new Random(11), 4, 64);
        final int[] negativeAt = {EnvelopeDecoder.groupIdEncodingOffset(),
            EnvelopeDecoder.configVersionEncodingOffset()};
        for (final int field : negativeAt) {
            final UnsafeBuffer packet = probe.packet(messages.next(MessageType.PREPARE));
            packet.putInt(BODY + field, -1, ORDER);
            probe.assertDropped(Cause.MALFORMED, packet);
        }
        for (final int sender : new int[] {-2, 1024, Integer.MIN_VALUE}) {
            final UnsafeBuffer packet = probe.packet(messages.next(MessageType.PREPARE));
            packet.putInt(BODY + EnvelopeDecoder.senderEncodingOffset(), sender, ORDER);
            probe.assertDropped(Cause.MALFORMED, packet);
        }
        final UnsafeBuffer life = probe.packet(messages.next(MessageType.PREPARE));
        life.putLong(BODY + EnvelopeDecoder.lifeEncodingOffset(), -1, ORDER);
        probe.assertDropped(Cause.MALFORMED, life);
        final UnsafeBuffer prepare = probe.packet(messages.next(MessageType.PREPARE));
        prepare.putLong(BODY + PrepareDecoder.fromLsnEncodingOffset(), -1, ORDER);
        probe.assertDropped(Cause.MALFORMED, prepare);

        final UnsafeBuffer count = probe.packet(new Ack());
        count.putShort(count.capacity() - 2, (short) (Ack.MAX_RANGES + 1), ORDER);
        probe.assertDropped(Cause.MALFORMED, count);
        count.putShort(count.capacity() - 2, (short) 1, ORDER);
        probe.assertDropped(Cause.TRUNCATED, count);
        count.putShort(count.capacity() - 2, (short) 0, ORDER);
        count.putShort(count.capacity() - 4, (short) 15, ORDER);
        probe.assertDropped(Cause.MALFORMED, count);
    }

    @Test
    void shouldDropABlockThatIsTooShortForItsVersion() {
        final Promise promise = new Promise();
        final UnsafeBuffer whole = probe.packet(promise);
        final int voter = BODY + PromiseDecoder.voterIdEncodingOffset();
        final UnsafeBuffer shorter = new UnsafeBuffer(new byte[whole.capacity() - Long.BYTES]);
        shorter.putBytes(0, whole, 0, voter);
        shorter.putBytes(voter, whole, voter + Long.BYTES, shorter.capacity() - voter);
        shorter.putShort(BLOCK_LENGTH, (short) (whole.getShort(BLOCK_LENGTH, ORDER) - Long.BYTES), ORDER);
        probe.assertDropped(Cause.MALFORMED, shorter);
    }

    @Test
    void shouldDropAnswersThatAreNeitherYesNorNo() {
        final Messages messages = new Messages(new Random(12), 4, 64);
        final int granted = BODY + PreVoteReplyDecoder.grantedEncodingOffset();
        final int holdsRecords = BODY + RejoinReplyDecoder.holdsRecordsEncodingOffset();
        for (final int value : new int[] {2, 16, 128, 255}) {
            final UnsafeBuffer reply = probe.packet(messages.next(MessageType.PRE_VOTE_REPLY));
            reply.putByte(granted, (byte) value);
            probe.assertDropped(Cause.MALFORMED, reply);
            final UnsafeBuffer rejoin = probe.packet(messages.next(MessageType.REJOIN_REPLY));
            rejoin.putByte(holdsRecords, (byte) value);
            probe.assertDropped(Cause.MALFORMED, rejoin);
        }
    }

    @Test
    void shouldDropBodiesThatAskForWhoIsNoNode() {
        final int replier = BODY + EntryBodyDecoder.replierEncodingOffset();
        for (final int value : new int[] {Short.MIN_VALUE, -2, WireLimits.MAX_NODE_ID + 1, Short.MAX_VALUE}) {
            final UnsafeBuffer packet = probe.packet(new EntryBody());
            packet.putShort(replier, (short) value, ORDER);
            probe.assertDropped(Cause.MALFORMED, packet);
        }
    }

    @Test
    void shouldDropChunksThatDoNotLieInTheirBody() {
        final EntryBody body = new EntryBody();
        body.buffer = new UnsafeBuffer(new byte[100]);
        body.chunkLength = 100;
        body.offset = 50;
        body.totalLength = 150;
        final int offset = BODY + EntryBodyDecoder.chunkOffsetEncodingOffset();
        final int total = BODY + EntryBodyDecoder.totalLengthEncodingOffset();
        final int chunk = BODY + EntryBodyDecoder.BLOCK_LENGTH;
        for (final int value : new int[] {-1, 51, Integer.MAX_VALUE}) {
            final UnsafeBuffer packet = probe.packet(body);
            packet.putInt(offset, value, ORDER);
            probe.assertDropped(Cause.MALFORMED, packet);
        }
        for (final int value : new int[] {-1, 149, WireLimits.MAX_LONG_BODY + 1, Integer.MAX_VALUE}) {
            final UnsafeBuffer packet = probe.packet(body);
            packet.putInt(total, value, ORDER);
            probe.assertDropped(Cause.MALFORMED, packet);
        }
        for (final int value : new int[] {-1, 99, EntryBody.MAX_CHUNK + 1, Integer.MAX_VALUE}) {
            final UnsafeBuffer packet = probe.packet(body);
            packet.putInt(chunk, value, ORDER);
            probe.assertDropped(Cause.MALFORMED, packet);
        }
        final UnsafeBuffer packet = probe.packet(body);
        packet.putInt(chunk, 101, ORDER);
        probe.assertDropped(Cause.TRUNCATED, packet);
    }
}
