package io.fleet.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.sbe.EnvelopeDecoder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CodecCatalogTest {
    private static final int FIELD = PacketView.BODY_OFFSET + EnvelopeDecoder.ENCODED_LENGTH;

    private final CodecCatalog extended = CodecCatalog.core().with(List.of(() -> new ProbeCodec(7900, 3)));

    @Test
    void shouldCarryMessagesOfOtherModes() {
        final WireErrors errors = new WireErrors();
        final WireEncoder encoder = new WireEncoder(new WireIdentity(1, 2), extended);
        final Probe probe = new Probe();
        probe.value = 42;
        final UnsafeBuffer packet = new UnsafeBuffer(encoder.encode(5, 6, probe).toBytes());
        final long[] seen = new long[1];
        new WireDecoder(new WireIdentity(1, -1), errors, extended).decode(packet, 0, packet.capacity(),
            (group, config, sender, message) -> seen[0] = ((Probe) message).value);
        assertEquals(42, seen[0], errors::toString);

        new WireDecoder(new WireIdentity(1, -1), errors).decode(packet, 0, packet.capacity(),
            (group, config, sender, message) -> seen[0] = -1);
        assertEquals(42, seen[0]);
        assertEquals(1, errors.count(Cause.FOREIGN_SCHEMA));
    }

    @Test
    void shouldStillCarryTheCoresMessages() {
        final WireEncoder encoder = new WireEncoder(new WireIdentity(1, 2), extended);
        final Prepare prepare = new Prepare();
        prepare.ballot = 8;
        final long[] seen = new long[1];
        final UnsafeBuffer packet = new UnsafeBuffer(encoder.encode(0, 0, prepare).toBytes());
        new WireDecoder(new WireIdentity(1, -1), new WireErrors()).decode(packet, 0, packet.capacity(),
            (group, config, sender, message) -> seen[0] = ((Prepare) message).ballot);
        assertEquals(8, seen[0]);
    }

    @Test
    void shouldRefuseAmbiguity() {
        final String twice = assertThrows(IllegalArgumentException.class,
            () -> extended.with(List.of(() -> new ProbeCodec(7901, 1)))).getMessage();
        assertTrue(twice.contains(Probe.class.getName()), twice);
        final String unknown = assertThrows(IllegalArgumentException.class,
            () -> new WireEncoder(new WireIdentity(1, 2)).encode(0, 0, new Probe())).getMessage();
        assertTrue(unknown.contains(Probe.class.getName()), unknown);
        assertThrows(IllegalArgumentException.class, () -> new MessageLayout(1, 256, 1024, 28, 28));
    }

    @Test
    void shouldMakeACodecForTheFirstMessageOfItsKind() {
        final AtomicInteger made = new AtomicInteger();
        final CodecCatalog counted = CodecCatalog.core().with(List.of(() -> {
            made.incrementAndGet();
            return new ProbeCodec(7902, 3);
        }));
        assertEquals(1, made.get(), "the catalog has looked at one");
        final WireEncoder encoder = new WireEncoder(new WireIdentity(1, 2), counted);
        final WireDecoder decoder = new WireDecoder(new WireIdentity(1, -1), new WireErrors(), counted);
        encoder.encode(0, 0, new Prepare());
        assertEquals(1, made.get());
        for (int i = 0; i < 3; i++) {
            final UnsafeBuffer packet = new UnsafeBuffer(encoder.encode(0, 0, new Probe()).toBytes());
            decoder.decode(packet, 0, packet.capacity(), (group, config, sender, message) -> {});
        }
        assertEquals(3, made.get(), "one to encode, one to decode");
    }

    private static final class Probe implements Message {
        private long value;

        @Override
        public MessageType type() {
            return MessageType.PREPARE;
        }
    }

    private static final class ProbeCodec extends MessageCodec<Probe> {
        private final Probe message = new Probe();

        ProbeCodec(final int schemaId, final int templateId) {
            super(Probe.class, new MessageLayout(schemaId, 512, templateId, EnvelopeDecoder.ENCODED_LENGTH + Long.BYTES,
                EnvelopeDecoder.ENCODED_LENGTH + Long.BYTES));
        }

        @Override
        protected void check(final Probe probe, final FieldChecks checks) {
            checks.notNegative("value", probe.value);
        }

        @Override
        protected int encode(final Probe probe, final MutableDirectBuffer buffer) {
            buffer.putLong(FIELD, probe.value);
            return FIELD + Long.BYTES;
        }

        @Override
        protected Probe decode(final PacketView packet) {
            message.value = packet.buffer().getLong(FIELD);
            return packet.endsAt(PacketView.BODY_OFFSET + packet.blockLength()) ? message : null;
        }
    }
}
