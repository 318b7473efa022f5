package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.CatchUpRequestDecoder;
import io.fleet.wire.sbe.CatchUpRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link CatchUpRequest} in bytes. */
public final class CatchUpRequestCodec extends MessageCodec<CatchUpRequest> {
    private final CatchUpRequest message = new CatchUpRequest();
    private final CatchUpRequestEncoder encoder = new CatchUpRequestEncoder();
    private final CatchUpRequestDecoder decoder = new CatchUpRequestDecoder();

    public CatchUpRequestCodec() {
        super(CatchUpRequest.class, new MessageLayout(
            CatchUpRequestDecoder.SCHEMA_ID, CatchUpRequestDecoder.SCHEMA_VERSION,
            CatchUpRequestDecoder.TEMPLATE_ID, CatchUpRequestDecoder.BLOCK_LENGTH,
            CatchUpRequestDecoder.nonceEncodingOffset() + CatchUpRequestDecoder.nonceEncodingLength()));
    }

    @Override
    protected void check(final CatchUpRequest message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("fromLsn", message.fromLsn);
        checks.range("offset", message.offset, 0, WireLimits.MAX_BODY);
        checks.number("maxBytes", message.maxBytes);
    }

    @Override
    protected int encode(final CatchUpRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .fromLsn(message.fromLsn)
            .fromOffset(message.offset)
            .maxBytes(message.maxBytes)
            .nonce(message.nonce);
        return encoder.limit();
    }

    @Override
    protected CatchUpRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.fromLsn = decoder.fromLsn();
        message.offset = decoder.fromOffset();
        message.maxBytes = decoder.maxBytes();
        message.nonce = decoder.nonce();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
