package io.fleet.wire;

import io.fleet.protocol.message.CandidacyNoted;
import io.fleet.wire.sbe.CandidacyNotedDecoder;
import io.fleet.wire.sbe.CandidacyNotedEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link CandidacyNoted} in bytes. */
final class CandidacyNotedCodec extends MessageCodec<CandidacyNoted> {
    private final CandidacyNoted message = new CandidacyNoted();
    private final CandidacyNotedEncoder encoder = new CandidacyNotedEncoder();
    private final CandidacyNotedDecoder decoder = new CandidacyNotedDecoder();

    CandidacyNotedCodec() {
        super(CandidacyNoted.class, new MessageLayout(
            CandidacyNotedDecoder.SCHEMA_ID, CandidacyNotedDecoder.SCHEMA_VERSION,
            CandidacyNotedDecoder.TEMPLATE_ID, CandidacyNotedDecoder.BLOCK_LENGTH,
            CandidacyNotedDecoder.highestEncodingOffset() + CandidacyNotedDecoder.highestEncodingLength()));
    }

    @Override
    protected void check(final CandidacyNoted message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("highest", message.highest);
    }

    @Override
    protected int encode(final CandidacyNoted message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .highest(message.highest);
        return encoder.limit();
    }

    @Override
    protected CandidacyNoted decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.highest = decoder.highest();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
