package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.StateDigest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.StateDigestDecoder;
import io.fleet.wire.sbe.StateDigestEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link StateDigest} in bytes. */
public final class StateDigestCodec extends MessageCodec<StateDigest> {
    private final StateDigest message = new StateDigest();
    private final StateDigestEncoder encoder = new StateDigestEncoder();
    private final StateDigestDecoder decoder = new StateDigestDecoder();

    public StateDigestCodec() {
        super(StateDigest.class, new MessageLayout(
            StateDigestDecoder.SCHEMA_ID, StateDigestDecoder.SCHEMA_VERSION,
            StateDigestDecoder.TEMPLATE_ID, StateDigestDecoder.BLOCK_LENGTH,
            StateDigestDecoder.stateEncodingOffset() + StateDigestDecoder.stateEncodingLength()));
    }

    @Override
    protected void check(final StateDigest message, final FieldChecks checks) {
        checks.number("lsn", message.lsn);
    }

    @Override
    protected int encode(final StateDigest message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .lsn(message.lsn)
            .form(message.version)
            .digest(message.digest)
            .state(message.state);
        return encoder.limit();
    }

    @Override
    protected StateDigest decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.lsn = decoder.lsn();
        message.version = decoder.form();
        message.digest = decoder.digest();
        message.state = decoder.state();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
