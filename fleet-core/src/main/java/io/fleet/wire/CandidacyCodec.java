package io.fleet.wire;

import io.fleet.protocol.message.Candidacy;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.CandidacyDecoder;
import io.fleet.wire.sbe.CandidacyEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link Candidacy} in bytes. */
final class CandidacyCodec extends MessageCodec<Candidacy> {
    private final Candidacy message = new Candidacy();
    private final CandidacyEncoder encoder = new CandidacyEncoder();
    private final CandidacyDecoder decoder = new CandidacyDecoder();

    CandidacyCodec() {
        super(Candidacy.class, new MessageLayout(
            CandidacyDecoder.SCHEMA_ID, CandidacyDecoder.SCHEMA_VERSION,
            CandidacyDecoder.TEMPLATE_ID, CandidacyDecoder.BLOCK_LENGTH,
            CandidacyDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final Candidacy message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.range("priority", message.priority, 0, Candidacy.MAX_PRIORITY);
        AsciiText.check(checks, message.fullDisk, Candidacy.MAX_TEXT);
    }

    @Override
    protected int encode(final Candidacy message, final MutableDirectBuffer buffer) {
        final byte[] text = AsciiText.bytes(message.fullDisk);
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .priority((short) message.priority)
            .able(message.able ? BooleanType.YES : BooleanType.NO)
            .leaving(message.leaving ? BooleanType.YES : BooleanType.NO)
            .putFullDisk(text, 0, text.length);
        return encoder.limit();
    }

    @Override
    protected Candidacy decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.priority = decoder.priority();
        message.able = decoder.ableRaw() == BooleanType.YES.value();
        message.leaving = decoder.leavingRaw() == BooleanType.YES.value();
        if (!packet.isYesOrNo(decoder.ableRaw()) || !packet.isYesOrNo(decoder.leavingRaw())) {
            return null;
        }
        message.fullDisk = AsciiText.read(packet, decoder.limit(), Candidacy.MAX_TEXT);
        return message.fullDisk != null ? message : null;
    }
}
