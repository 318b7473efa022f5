package io.fleet.ec.wire;

import io.fleet.ec.message.Covered;
import io.fleet.ec.wire.sbe.CoveredDecoder;
import io.fleet.ec.wire.sbe.CoveredEncoder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import org.agrona.MutableDirectBuffer;

/** {@link Covered} in bytes. */
final class CoveredCodec extends MessageCodec<Covered> {
    private final Covered message = new Covered();
    private final CoveredEncoder encoder = new CoveredEncoder();
    private final CoveredDecoder decoder = new CoveredDecoder();

    CoveredCodec() {
        super(Covered.class, new MessageLayout(
            CoveredDecoder.SCHEMA_ID, CoveredDecoder.SCHEMA_VERSION,
            CoveredDecoder.TEMPLATE_ID, CoveredDecoder.BLOCK_LENGTH,
            CoveredDecoder.slotEncodingOffset() + CoveredDecoder.slotEncodingLength()));
    }

    @Override
    protected void check(final Covered message, final FieldChecks checks) {
        checks.range("slot", message.slot, 1, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected int encode(final Covered message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).slot(message.slot);
        return encoder.limit();
    }

    @Override
    protected Covered decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.slot = decoder.slot();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
