package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.FillRequestDecoder;
import io.fleet.wire.sbe.FillRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link FillRequest} in bytes. */
public final class FillRequestCodec extends MessageCodec<FillRequest> {
    private final FillRequest message = new FillRequest();
    private final FillRequestEncoder encoder = new FillRequestEncoder();
    private final FillRequestDecoder decoder = new FillRequestDecoder();

    public FillRequestCodec() {
        super(FillRequest.class, new MessageLayout(
            FillRequestDecoder.SCHEMA_ID, FillRequestDecoder.SCHEMA_VERSION,
            FillRequestDecoder.TEMPLATE_ID, FillRequestDecoder.BLOCK_LENGTH,
            FillRequestDecoder.upToEncodingOffset() + FillRequestDecoder.upToEncodingLength()));
    }

    @Override
    protected void check(final FillRequest message, final FieldChecks checks) {
        checks.range("upTo", message.upTo, 1, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected int encode(final FillRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).upTo(message.upTo);
        return encoder.limit();
    }

    @Override
    protected FillRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.upTo = decoder.upTo();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
