package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.SnapshotGrantDecoder;
import io.fleet.wire.sbe.SnapshotGrantEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link SnapshotGrant} in bytes. */
public final class SnapshotGrantCodec extends MessageCodec<SnapshotGrant> {
    private final SnapshotGrant message = new SnapshotGrant();
    private final SnapshotGrantEncoder encoder = new SnapshotGrantEncoder();
    private final SnapshotGrantDecoder decoder = new SnapshotGrantDecoder();

    public SnapshotGrantCodec() {
        super(SnapshotGrant.class, new MessageLayout(
            SnapshotGrantDecoder.SCHEMA_ID, SnapshotGrantDecoder.SCHEMA_VERSION,
            SnapshotGrantDecoder.TEMPLATE_ID, SnapshotGrantDecoder.BLOCK_LENGTH,
            SnapshotGrantDecoder.upToEncodingOffset() + SnapshotGrantDecoder.upToEncodingLength()));
    }

    @Override
    protected void check(final SnapshotGrant message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("upTo", message.upTo);
    }

    @Override
    protected int encode(final SnapshotGrant message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).ballot(message.ballot).upTo(message.upTo);
        return encoder.limit();
    }

    @Override
    protected SnapshotGrant decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.upTo = decoder.upTo();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
