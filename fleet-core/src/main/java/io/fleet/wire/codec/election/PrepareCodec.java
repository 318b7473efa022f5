package io.fleet.wire.codec.election;

import io.fleet.consensus.message.election.Prepare;
import io.fleet.storage.Life;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.sbe.PrepareDecoder;
import io.fleet.wire.sbe.PrepareEncoder;

/** {@link Prepare} in bytes. */
public final class PrepareCodec extends SbeCodec<Prepare, PrepareEncoder, PrepareDecoder> {
    private static final int LINE_LENGTH =
        PrepareDecoder.LivesDecoder.numberEncodingOffset() + PrepareDecoder.LivesDecoder.numberEncodingLength();

    public PrepareCodec() {
        super(new Prepare(), new PrepareEncoder(), new PrepareDecoder(),
            PrepareDecoder.BLOCK_LENGTH);
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
    protected void write(final Prepare message, final PrepareEncoder encoder) {
        encoder.configuration(message.configuration)
            .ballot(message.ballot)
            .fromLsn(message.fromLsn);
        final PrepareEncoder.LivesEncoder lines = encoder.livesCount(message.count);
        for (int i = 0; i < message.count; i++) {
            lines.next().number(message.numbers[i]);
        }
    }

    @Override
    protected boolean read(final PacketView packet, final PrepareDecoder decoder, final Prepare message) {
        message.configuration = decoder.configuration();
        message.ballot = decoder.ballot();
        message.fromLsn = decoder.fromLsn();
        message.count = 0;
        if (!packet.hasGroup(decoder.limit(), LINE_LENGTH, message.numbers.length)) {
            return false;
        }
        final PrepareDecoder.LivesDecoder lines = decoder.lives();
        while (lines.hasNext()) {
            lines.next();
            message.numbers[message.count++] = lines.number();
        }
        return packet.endsAt(decoder.limit());
    }
}
