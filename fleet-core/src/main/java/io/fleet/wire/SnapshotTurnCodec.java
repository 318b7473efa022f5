package io.fleet.wire;

import io.fleet.protocol.message.SnapshotTurn;
import io.fleet.wire.sbe.SnapshotTurnDecoder;
import io.fleet.wire.sbe.SnapshotTurnEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link SnapshotTurn} in bytes. */
final class SnapshotTurnCodec extends MessageCodec<SnapshotTurn> {
    private final SnapshotTurn message = new SnapshotTurn();
    private final SnapshotTurnEncoder encoder = new SnapshotTurnEncoder();
    private final SnapshotTurnDecoder decoder = new SnapshotTurnDecoder();

    SnapshotTurnCodec() {
        super(SnapshotTurn.class, new MessageLayout(
            SnapshotTurnDecoder.SCHEMA_ID, SnapshotTurnDecoder.SCHEMA_VERSION,
            SnapshotTurnDecoder.TEMPLATE_ID, SnapshotTurnDecoder.BLOCK_LENGTH,
            SnapshotTurnDecoder.phaseEncodingOffset() + SnapshotTurnDecoder.phaseEncodingLength()));
    }

    @Override
    protected void check(final SnapshotTurn message, final FieldChecks checks) {
        checks.number("ballot", message.ballot);
        checks.range("phase", message.phase, SnapshotTurn.WANTED, SnapshotTurn.HELD_UP);
    }

    @Override
    protected int encode(final SnapshotTurn message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).ballot(message.ballot).phase((short) message.phase);
        return encoder.limit();
    }

    @Override
    protected SnapshotTurn decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.phase = decoder.phase();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
