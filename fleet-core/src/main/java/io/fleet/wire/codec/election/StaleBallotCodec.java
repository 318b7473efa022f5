package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.StaleBallotDecoder;
import io.fleet.wire.sbe.StaleBallotEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link StaleBallot} in bytes. */
public final class StaleBallotCodec extends MessageCodec<StaleBallot> {
    private final StaleBallot message = new StaleBallot();
    private final StaleBallotEncoder encoder = new StaleBallotEncoder();
    private final StaleBallotDecoder decoder = new StaleBallotDecoder();

    public StaleBallotCodec() {
        super(StaleBallot.class, new MessageLayout(
            StaleBallotDecoder.SCHEMA_ID, StaleBallotDecoder.SCHEMA_VERSION,
            StaleBallotDecoder.TEMPLATE_ID, StaleBallotDecoder.BLOCK_LENGTH,
            StaleBallotDecoder.promisedEncodingOffset() + StaleBallotDecoder.promisedEncodingLength()));
    }

    @Override
    protected void check(final StaleBallot message, final FieldChecks checks) {
        checks.ballot("refused", message.refused);
        checks.ballot("promised", message.promised);
    }

    @Override
    protected int encode(final StaleBallot message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .refused(message.refused)
            .promised(message.promised);
        return encoder.limit();
    }

    @Override
    protected StaleBallot decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.refused = decoder.refused();
        message.promised = decoder.promised();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
