package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.Prepare;
import io.fleet.storage.Life;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.PrepareDecoder;
import io.fleet.wire.sbe.PrepareEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link Prepare} in bytes. */
public final class PrepareCodec extends MessageCodec<Prepare> {
    private static final int LINE_LENGTH =
        PrepareDecoder.LivesDecoder.numberEncodingOffset() + PrepareDecoder.LivesDecoder.numberEncodingLength();

    private final Prepare message = new Prepare();
    private final PrepareEncoder encoder = new PrepareEncoder();
    private final PrepareDecoder decoder = new PrepareDecoder();

    public PrepareCodec() {
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
        checks.range("count", message.count, 0, message.numbers.length);
        final int count = Math.min(message.count, message.numbers.length);
        for (int i = 0; i < count; i++) {
            checks.range("number", message.numbers[i], 0, Life.MAX_NUMBER);
        }
    }

    @Override
    protected int encode(final Prepare message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .configuration(message.configuration)
            .ballot(message.ballot)
            .fromLsn(message.fromLsn);
        final PrepareEncoder.LivesEncoder lines = encoder.livesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next().number(message.numbers[i]);
        }
        return encoder.limit();
    }

    @Override
    protected Prepare decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.configuration = decoder.configuration();
        message.ballot = decoder.ballot();
        message.fromLsn = decoder.fromLsn();
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LINE_LENGTH, message.numbers.length)) {
            return null;
        }
        final PrepareDecoder.LivesDecoder lines = decoder.lives();
        while (lines.hasNext()) {
            lines.next();
            message.numbers[message.count++] = lines.number();
        }
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
