package io.fleet.ec.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.message.Message;
import io.fleet.ec.message.Decisions;
import io.fleet.ec.message.FetchSegments;
import io.fleet.ec.message.LearnRequest;
import io.fleet.ec.message.Ready;
import io.fleet.ec.message.SegmentAcks;
import io.fleet.ec.message.SegmentChunk;
import io.fleet.ec.message.SlotLine;
import io.fleet.ec.message.StepLine;
import io.fleet.ec.message.Steps;
import io.fleet.ec.wire.sbe.CoveredDecoder;
import io.fleet.ec.wire.sbe.EntryNameDecoder;
import io.fleet.ec.wire.sbe.LearnRequestDecoder;
import io.fleet.ec.wire.sbe.SegmentChunkDecoder;
import io.fleet.ec.wire.sbe.StepsDecoder;
import io.fleet.fixture.network.WireProbe;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireErrors.Cause;
import io.fleet.wire.codec.WireLimits;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Messages of coded groups that no member sends, besides what {@link CodedWireTest} does to every message. */
class CodedHostileInputTest {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int BODY = PacketView.BODY_OFFSET;
    private static final int GROUP_HEADER = 4;
    private static final int LINE = BODY + StepsDecoder.BLOCK_LENGTH + GROUP_HEADER;

    private final WireProbe probe = new WireProbe(1, 0, 0, 3, CodedCodecs.catalog());

    @Test
    void shouldDropStepsThatAreNone() {
        for (final int kind : new int[] {0, 4, 255}) {
            assertDropped(changed(steps(), LINE + StepsDecoder.LinesDecoder.kindEncodingOffset(), kind));
        }
        assertDropped(changed(steps(), LINE + StepsDecoder.LinesDecoder.valueEncodingOffset(), 4));
        assertDropped(changed(steps(), LINE + StepsDecoder.LinesDecoder.isAgainEncodingOffset(), 2));
        for (final long slot : new long[] {0, -1, Long.MIN_VALUE}) {
            final UnsafeBuffer packet = probe.packet(steps());
            packet.putLong(LINE + StepsDecoder.LinesDecoder.slotEncodingOffset(), slot, ORDER);
            assertDropped(packet);
        }
    }

    @Test
    void shouldDropMoreLinesThanAMessageHasOrShorterOnes() {
        final int count = LINE - Short.BYTES;
        final UnsafeBuffer many = probe.packet(steps());
        many.putShort(count, (short) (Steps.MAX_STEPS + 1), ORDER);
        assertDropped(many);
        final UnsafeBuffer missing = probe.packet(steps());
        missing.putShort(count, (short) 2, ORDER);
        probe.assertDropped(Cause.TRUNCATED, missing);
        final UnsafeBuffer shorter = probe.packet(steps());
        shorter.putShort(count - Short.BYTES, (short) (StepsDecoder.LinesDecoder.sbeBlockLength() - 1), ORDER);
        assertDropped(shorter);
    }

    /** An id is compared field by field, so that nothing has one form only. */
    @Test
    void shouldDropNamesThatAreHalfNothing() {
        final int name = LINE + StepsDecoder.LinesDecoder.nameEncodingOffset();
        final Steps nothing = steps();
        nothing.steps[0].name.set(0, 0, 0);
        for (final int field : new int[] {EntryNameDecoder.sequenceEncodingOffset(),
            EntryNameDecoder.digestEncodingOffset()}) {
            final UnsafeBuffer packet = probe.packet(nothing);
            packet.putLong(name + field, 1, ORDER);
            assertDropped(packet);
        }
        final UnsafeBuffer sequence = probe.packet(steps());
        sequence.putLong(name + EntryNameDecoder.sequenceEncodingOffset(), -1, ORDER);
        assertDropped(sequence);
        final UnsafeBuffer batcher = probe.packet(steps());
        batcher.putLong(name + EntryNameDecoder.batcherIdEncodingOffset(), WireLimits.MAX_NODE_ID + 2L << 48, ORDER);
        assertDropped(batcher);
    }

    @Test
    void shouldRefuseToNameNothingWhereAnEntryIsMeant() {
        final Ready ready = new Ready();
        ready.next().slot = 1;
        final SegmentAcks acks = new SegmentAcks();
        acks.next();
        final FetchSegments fetch = new FetchSegments();
        fetch.next();
        final SegmentChunk chunk = chunk(10, 0);
        chunk.name.set(0, 0, 0);
        for (final Message message : new Message[] {ready, acks, fetch, chunk}) {
            assertEquals(message.getClass().getSimpleName() + ": name.batcherId is 0, but must be from 1 to "
                + Long.MAX_VALUE, probe.refusal(message));
        }
        final Decisions decisions = new Decisions();
        final SlotLine line = decisions.next();
        line.slot = 1;
        probe.encoder.encode(0, 0, decisions);
        line.slot = 0;
        assertEquals("Decisions: slot is 0, but must be from 1 to " + FieldChecks.MAX_NUMBER, probe.refusal(decisions));
    }

    @Test
    void shouldDropSlotsBelowTheFirst() {
        final LearnRequest request = new LearnRequest();
        request.from = 1;
        final UnsafeBuffer packet = probe.packet(request);
        packet.putLong(BODY + LearnRequestDecoder.fromSlotEncodingOffset(), 0, ORDER);
        assertDropped(packet);
        assertEquals(CoveredDecoder.slotEncodingOffset(), LearnRequestDecoder.fromSlotEncodingOffset());
    }

    @Test
    void shouldDropChunksThatDoNotLieInTheirPart() {
        final int total = BODY + SegmentChunkDecoder.totalLengthEncodingOffset();
        final int offset = BODY + SegmentChunkDecoder.chunkOffsetEncodingOffset();
        final int length = BODY + SegmentChunkDecoder.BLOCK_LENGTH;
        final SegmentChunk last = chunk(SegmentChunk.MAX_CHUNK + 10, SegmentChunk.MAX_CHUNK);
        for (final int value : new int[] {-1, 1, SegmentChunk.MAX_CHUNK - 1, SegmentChunk.MAX_CHUNK * 2,
            Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            final UnsafeBuffer packet = probe.packet(last);
            packet.putInt(offset, value, ORDER);
            assertDropped(packet);
        }
        for (final int value : new int[] {-1, 0, 10, SegmentChunk.MAX_CHUNK + 9, SegmentChunk.MAX_CHUNK + 11,
            SegmentChunk.MAX_PART + 1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            final UnsafeBuffer packet = probe.packet(last);
            packet.putInt(total, value, ORDER);
            assertDropped(packet);
        }
        for (final int value : new int[] {-1, 0, 9, SegmentChunk.MAX_CHUNK + 1, Integer.MAX_VALUE}) {
            final UnsafeBuffer packet = probe.packet(last);
            packet.putInt(length, value, ORDER);
            assertDropped(packet);
        }
        final UnsafeBuffer longer = probe.packet(last);
        longer.putInt(length, 11, ORDER);
        probe.assertDropped(Cause.TRUNCATED, longer);
        assertDropped(changed(last, BODY + SegmentChunkDecoder.isCopyEncodingOffset(), 2));
    }

    private static Steps steps() {
        final Steps steps = new Steps();
        final StepLine line = steps.next();
        line.slot = 5;
        line.kind = StepLine.VOTE;
        line.phase = 1;
        line.value = 2;
        line.name.set(1, 2, 3);
        return steps;
    }

    private static SegmentChunk chunk(final int totalLength, final int offset) {
        final SegmentChunk chunk = new SegmentChunk();
        chunk.name.set(1, 2, 3);
        chunk.totalLength = totalLength;
        chunk.offset = offset;
        chunk.chunkLength = SegmentChunk.lengthAt(totalLength, offset);
        chunk.buffer = new UnsafeBuffer(new byte[chunk.chunkLength]);
        return chunk;
    }

    private UnsafeBuffer changed(final Message message, final int offset, final int value) {
        final UnsafeBuffer packet = probe.packet(message);
        packet.putByte(offset, (byte) value);
        return packet;
    }

    private void assertDropped(final UnsafeBuffer packet) {
        probe.assertDropped(Cause.MALFORMED, packet);
    }
}
