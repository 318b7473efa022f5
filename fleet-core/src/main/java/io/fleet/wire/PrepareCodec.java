package io.fleet.wire;

import io.fleet.protocol.message.Prepare;
import io.fleet.wire.sbe.PrepareDecoder;
import io.fleet.wire.sbe.PrepareEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link Prepare} in bytes. */
final class PrepareCodec extends MessageCodec<Prepare> {
    private final Prepare message = new Prepare();
    private final PrepareEncoder encoder = new PrepareEncoder();
    private final PrepareDecoder decoder = new PrepareDecoder();

    PrepareCodec() {
        super(Prepare.class, new MessageLayout(
            PrepareDecoder.SCHEMA_ID, PrepareDecoder.SCHEMA_VERSION,
            PrepareDecoder.TEMPLATE_ID, PrepareDecoder.BLOCK_LENGTH,
            PrepareDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final Prepare message, final FieldChecks checks) {
        checks.number("configuration", message.configuration);
        checks.ballot("ballot", message.ballot);
        checks.number("fromLsn", message.fromLsn);
    }

    @Override
    protected int encode(final Prepare message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .configuration(message.configuration)
            .ballot(message.ballot)
            .fromLsn(message.fromLsn);
        return encoder.limit();
    }

    @Override
    protected Prepare decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.configuration = decoder.configuration();
        message.ballot = decoder.ballot();
        message.fromLsn = decoder.fromLsn();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
