package io.fleet.wire;

import static io.fleet.fixture.network.WireProbe.NONE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.fixture.network.WireProbe;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.codec.PacketChecksum;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.codec.WireLimits;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireRoundTripTest {
    private static final long CLUSTER = 0x1122334455667788L;
    private static final long BIRTH = 0x99AABBCCDDEEFF01L;
    private static final long LIFE = 0x0203040506070809L;
    private static final int NODE = 7;
    private static final int VERSION_OFFSET = 6;
    /** So many types stood between these when the golden messages were drawn: their place was their seed. */
    private static final int MOVED = 11;

    private final WireProbe probe = new WireProbe(CLUSTER, BIRTH, LIFE, NODE, CodecCatalog.core());
    private final WireErrors errors = probe.errors;
    private final WireEncoder encoder = probe.encoder;
    private final WireDecoder decoder = probe.decoder;

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    void shouldDecodeWhatWasEncoded(final MessageType type) {
        final Messages messages = new Messages(new Random(type.ordinal()), 256, EntryBody.MAX_CHUNK);
        for (int i = 0; i < 100; i++) {
            final Message message = messages.next(type);
            final String expected = Fields.of(message);
            final Packet sent = encoder.encode(i, i * 2, message);
            final int length = sent.length();
            final int offset = i % 5;
            final UnsafeBuffer packet = new UnsafeBuffer(new byte[offset + length + 3]);
            sent.copyTo(packet, offset);
            final List<String> seen = new ArrayList<>();
            decoder.decode(packet, offset, length, (group, config, sender, decoded) -> seen.add(group + " " + config
                + " " + sender + " " + Fields.of(decoded)));
            assertEquals(List.of(i + " " + i * 2 + " " + NODE + " " + expected), seen);
        }
        assertEquals(0, errors.total(), errors::toString);
    }

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    void shouldSendTheSameBytesWhereverDataLies(final MessageType type) {
        final Messages messages = new Messages(new Random(type.ordinal()), 256, EntryBody.MAX_CHUNK);
        final UnsafeBuffer target = new UnsafeBuffer(new byte[5 + Transport.MAX_PACKET]);
        for (int i = 0; i < 100; i++) {
            final Message message = messages.next(type);
            final byte[] bytes = encoder.encode(i, i, message).toBytes();
            final int offset = i % 5;
            final Packet inOnePlace = encoder.encodeThere(target, offset, i, i, message);
            assertArrayEquals(bytes, inOnePlace.toBytes());
            assertEquals(0, inOnePlace.data().capacity());

            final int length = encoder.encodeForSelf(target, offset, i, i, message);
            target.putBytes(offset + length - PacketChecksum.LENGTH, bytes, length - PacketChecksum.LENGTH,
                PacketChecksum.LENGTH);
            assertArrayEquals(bytes, Packet.of(target, offset, length).toBytes());
        }
    }

    @Test
    void shouldSealDataThatLiesApart() { // S8
        final byte[] bytes = new byte[3_000];
        new Random(1).nextBytes(bytes);
        final EntryBody body = new EntryBody();
        body.batcherId = 1;
        body.sequence = 1;
        body.totalLength = bytes.length - 7;
        body.chunkLength = bytes.length - 7;
        body.buffer = new UnsafeBuffer(bytes);
        body.bufferOffset = 7;
        final Packet packet = encoder.encode(1, 1, body);
        assertSame(bytes, packet.data().byteArray(), "it was copied");
        assertEquals(bytes.length - 7, packet.data().capacity());
        final UnsafeBuffer sent = new UnsafeBuffer(packet.toBytes());
        final int[] received = new int[1];
        decoder.decode(sent, 0, sent.capacity(), (group, config, sender, message) -> received[0]++);
        assertEquals(1, received[0], errors::toString);
        for (int i = 0; i < bytes.length - 7; i += 11) {
            final int at = packet.dataAt() + i;
            sent.putByte(at, (byte) ~sent.getByte(at));
            decoder.decode(sent, 0, sent.capacity(), NONE);
            assertEquals(1 + i / 11, errors.count(WireErrors.Cause.CORRUPTED), errors::toString);
            sent.putByte(at, (byte) ~sent.getByte(at));
        }
    }

    @ParameterizedTest
    @MethodSource("io.fleet.wire.Messages#types")
    void shouldKeepTheFormat(final MessageType type) throws IOException {
        WireProbe.assertGolden(WireRoundTripTest.class, type, longestOfTen(type));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x202, 0x203, 0x2ff, 0x400, 0x401, 0xffff})
    void shouldDropOtherMajorVersionsAndCountThem(final int version) {
        final byte[] bytes = encoder.encode(1, 1, new Ack()).toBytes();
        final int length = bytes.length;
        final UnsafeBuffer packet = new UnsafeBuffer(bytes);
        assertEquals(3, packet.getShort(VERSION_OFFSET, ByteOrder.LITTLE_ENDIAN) >>> 8);
        packet.putShort(VERSION_OFFSET, (short) version, ByteOrder.LITTLE_ENDIAN);
        decoder.decode(packet, 0, length, NONE);
        assertEquals(1, errors.count(WireErrors.Cause.UNKNOWN_VERSION), errors::toString);
    }

    @Test
    void shouldTellOfWhichBirthAndLifeTheSenderIs() {
        final List<String> seen = new ArrayList<>();
        final UnsafeBuffer packet = new UnsafeBuffer(probe.encode(1, 1, new Ack()));
        decoder.decode(packet, 0, packet.capacity(), (group, config, sender, message) -> seen
            .add(decoder.clusterId() + " " + decoder.birthId() + " " + decoder.life()));
        assertEquals(List.of(CLUSTER + " " + BIRTH + " " + LIFE), seen);
    }

    @Test
    @Tag("hazard-S-A1")
    void shouldDropWhatAClusterOfAnotherBirthSaysThoughItHasTheSameNumber() {
        final WireEncoder twin = new WireEncoder(new WireIdentity(CLUSTER, NODE).birthId(BIRTH + 1).life(LIFE));
        final UnsafeBuffer packet = new UnsafeBuffer(twin.encode(1, 1, new Ack()).toBytes());
        decoder.decode(packet, 0, packet.capacity(), NONE);
        assertEquals(1, errors.count(WireErrors.Cause.FOREIGN_BIRTH), errors::toString);
        assertEquals(1, errors.total());
    }

    @Test
    void shouldFitTheLargestMessagesIntoOnePacket() {
        final EntryBody body = new EntryBody();
        body.chunkLength = EntryBody.MAX_CHUNK;
        body.totalLength = WireLimits.MAX_LONG_BODY;
        body.offset = WireLimits.MAX_LONG_BODY - EntryBody.MAX_CHUNK;
        body.buffer = new UnsafeBuffer(new byte[EntryBody.MAX_CHUNK]);
        assertTrue(encoder.encode(0, 0, body).length() <= Transport.MAX_PACKET);

        final Order order = new Order();
        order.count = Order.MAX_ENTRIES;
        assertTrue(encoder.encode(0, 0, order).length() <= Transport.MAX_PACKET);

        final Promise promise = new Promise();
        promise.count = Promise.MAX_ENTRIES;
        assertTrue(encoder.encode(0, 0, promise).length() <= Transport.MAX_PACKET);

        final ReadRequest request = new ReadRequest();
        request.requestId = 1;
        request.length = ReadRequest.MAX_BYTES;
        request.buffer = new UnsafeBuffer(new byte[ReadRequest.MAX_BYTES]);
        assertTrue(encoder.encode(0, 0, request).length() <= Transport.MAX_PACKET);

        final ReplyBatch replies = new ReplyBatch();
        replies.length = WireLimits.MAX_REPLY_BYTES;
        replies.totalLength = replies.length;
        replies.buffer = new UnsafeBuffer(new byte[WireLimits.MAX_REPLY_BYTES]);
        assertTrue(encoder.encode(0, 0, replies).length() <= Transport.MAX_PACKET);
    }

    @Test
    void shouldRefuseToEncodeWhatNobodyWouldDecode() {
        final Ack ack = new Ack();
        ack.count = Ack.MAX_RANGES + 1;
        assertEquals("Ack: count is 129, but must be from 0 to 128", probe.refusal(ack));

        final EntryBody body = new EntryBody();
        body.totalLength = WireLimits.MAX_LONG_BODY + 1;
        assertEquals("EntryBody: totalLength is 67174465, but must be from 0 to 67174464", probe.refusal(body));

        final Order order = new Order();
        final OrderEntry entry = order.next();
        entry.replier = WireLimits.MAX_NODE_ID + 1;
        assertEquals("Order: entry.replier is 1024, but must be from -1 to 1023", probe.refusal(order));

        assertThrows(IllegalArgumentException.class, () -> encoder.encode(-1, 0, new Ack()));
        assertThrows(IllegalArgumentException.class, () -> new WireIdentity(CLUSTER, WireLimits.MAX_NODE_ID + 1));
    }

    /** Those that hold names of hosts are sent when members change, and others have text only while disks are full. */
    @Test
    void shouldAllocateNothingInSteadyState() {
        final Messages messages = new Messages(new Random(1), 8, 200);
        final Set<MessageType> withNames = Set.of(MessageType.MEMBERS, MessageType.MEMBER_CHANGE,
            MessageType.CLIENT_REFUSED);
        probe.assertAllocatesNothing(Messages.types().stream().filter(type -> !withNames.contains(type))
            .map(messages::next).map(WireRoundTripTest::withoutText).toArray(Message[]::new));
    }

    private static Message withoutText(final Message message) {
        if (message instanceof LeaderFitness candidacy) {
            candidacy.fullDisk = "";
        } else if (message instanceof RejectEntry reject) {
            reject.text = "";
        }
        return message;
    }

    private byte[] longestOfTen(final MessageType type) {
        final int place = type.ordinal() + (type.compareTo(MessageType.OF_MODE) > 0 ? MOVED : 0);
        final Messages messages = new Messages(new Random(2026 + place), 3, 40);
        return probe.longestOfTen(() -> messages.next(type));
    }

    /**
     * Writes the golden messages, when the version of the format has changed.
     *
     * @param arguments their directory.
     * @throws IOException when they cannot be written.
     */
    public static void main(final String[] arguments) throws IOException {
        for (final MessageType type : Messages.types()) {
            Files.writeString(Path.of(arguments[0], type + ".hex"),
                HexFormat.of().formatHex(new WireRoundTripTest().longestOfTen(type)) + "\n");
        }
    }
}
