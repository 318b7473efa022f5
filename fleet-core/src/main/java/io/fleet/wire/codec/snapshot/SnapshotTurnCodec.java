package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.SnapshotTurnDecoder;
import io.fleet.wire.sbe.SnapshotTurnEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link SnapshotTurn} in bytes. */
public final class SnapshotTurnCodec extends MessageCodec<SnapshotTurn> {
    private final SnapshotTurn message = new SnapshotTurn();
    private final SnapshotTurnEncoder encoder = new SnapshotTurnEncoder();
    private final SnapshotTurnDecoder decoder = new SnapshotTurnDecoder();

    public SnapshotTurnCodec() {
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
