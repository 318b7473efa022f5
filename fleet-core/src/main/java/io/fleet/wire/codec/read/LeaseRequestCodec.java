package io.fleet.wire.codec.read;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.LeaseRequestDecoder;
import io.fleet.wire.sbe.LeaseRequestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LeaseRequest} in bytes. */
public final class LeaseRequestCodec extends MessageCodec<LeaseRequest> {
    private final LeaseRequest message = new LeaseRequest();
    private final LeaseRequestEncoder encoder = new LeaseRequestEncoder();
    private final LeaseRequestDecoder decoder = new LeaseRequestDecoder();

    public LeaseRequestCodec() {
        super(LeaseRequest.class, new MessageLayout(
            LeaseRequestDecoder.SCHEMA_ID, LeaseRequestDecoder.SCHEMA_VERSION,
            LeaseRequestDecoder.TEMPLATE_ID, LeaseRequestDecoder.BLOCK_LENGTH,
            LeaseRequestDecoder.maxDriftPpmEncodingOffset() + LeaseRequestDecoder.maxDriftPpmEncodingLength()));
    }

    @Override
    protected void check(final LeaseRequest message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("configuration", message.configuration);
        checks.number("round", message.round);
        checks.range("millis", message.millis, LeaseRequest.RELEASE, LeaseConfig.MAX_MILLIS);
        checks.range("maxDriftPpm", message.maxDriftPpm, 0, LeaseConfig.MAX_PPM);
    }

    @Override
    protected int encode(final LeaseRequest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .configuration(message.configuration)
            .round(message.round)
            .millis(message.millis)
            .maxDriftPpm(message.maxDriftPpm);
        return encoder.limit();
    }

    @Override
    protected LeaseRequest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.configuration = decoder.configuration();
        message.round = decoder.round();
        message.millis = decoder.millis();
        message.maxDriftPpm = decoder.maxDriftPpm();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
