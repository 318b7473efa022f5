package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.MembersRequest;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.MembersRequestDecoder;
import io.fleet.wire.sbe.MembersRequestEncoder;

/** {@link MembersRequest} in bytes. */
public final class MembersRequestCodec
    extends
        FlatCodec<MembersRequest, MembersRequestEncoder, MembersRequestDecoder> {
    public MembersRequestCodec() {
        super(new MembersRequest(), new MembersRequestEncoder(), new MembersRequestDecoder(),
            MembersRequestDecoder.nonceEncodingOffset() + MembersRequestDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final MembersRequest message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("configuration", message.configuration);
    }

    @Override
    protected void write(final MembersRequest message, final MembersRequestEncoder encoder) {
        encoder.configuration(message.configuration)
            .nonce(message.nonce);
    }

    @Override
    protected void read(final MembersRequestDecoder decoder, final MembersRequest message) {
        message.configuration = decoder.configuration();
        message.nonce = decoder.nonce();
    }
}
