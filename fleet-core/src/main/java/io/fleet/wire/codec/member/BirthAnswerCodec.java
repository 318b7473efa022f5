package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.sbe.BirthAnswerDecoder;
import io.fleet.wire.sbe.BirthAnswerEncoder;

/** {@link BirthAnswer} in bytes. */
public final class BirthAnswerCodec extends FlatCodec<BirthAnswer, BirthAnswerEncoder, BirthAnswerDecoder> {
    public BirthAnswerCodec() {
        super(new BirthAnswer(), new BirthAnswerEncoder(), new BirthAnswerDecoder(),
            BirthAnswerDecoder.BLOCK_LENGTH);
    }

    @Override
    public MessageScope scope() {
        return MessageScope.UNBORN;
    }

    @Override
    protected void check(final BirthAnswer message, final FieldChecks checks) {
        checks.nodeOrNone("to", message.to);
    }

    @Override
    protected void write(final BirthAnswer message, final BirthAnswerEncoder encoder) {
        encoder.nonce(message.nonce).to((short) message.to);
    }

    @Override
    protected void read(final BirthAnswerDecoder decoder, final BirthAnswer message) {
        message.nonce = decoder.nonce();
        message.to = decoder.to();
    }
}
