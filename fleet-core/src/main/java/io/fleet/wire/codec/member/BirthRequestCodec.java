package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.BirthRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.BirthRequestDecoder;
import io.fleet.wire.sbe.BirthRequestEncoder;

/** {@link BirthRequest} in bytes. */
public final class BirthRequestCodec extends FlatCodec<BirthRequest, BirthRequestEncoder, BirthRequestDecoder> {
    public BirthRequestCodec() {
        super(new BirthRequest(), new BirthRequestEncoder(), new BirthRequestDecoder(),
            BirthRequestDecoder.BLOCK_LENGTH);
    }

    @Override
    public MessageScope scope() {
        return MessageScope.UNBORN;
    }

    @Override
    protected void check(final BirthRequest message, final FieldChecks checks) {
        checks.range("to", message.to, 0, WireLimits.MAX_NODE_ID);
    }

    @Override
    protected void write(final BirthRequest message, final BirthRequestEncoder encoder) {
        encoder.nonce(message.nonce).to((short) message.to);
    }

    @Override
    protected void read(final BirthRequestDecoder decoder, final BirthRequest message) {
        message.nonce = decoder.nonce();
        message.to = decoder.to();
    }
}
