package io.fleet.wire.codec.member;

import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.sbe.MemberChangeAnswerDecoder;
import io.fleet.wire.sbe.MemberChangeAnswerEncoder;

/** {@link MemberChangeAnswer} in bytes. */
public final class MemberChangeAnswerCodec
    extends
        FlatCodec<MemberChangeAnswer, MemberChangeAnswerEncoder, MemberChangeAnswerDecoder> {
    public MemberChangeAnswerCodec() {
        super(new MemberChangeAnswer(), new MemberChangeAnswerEncoder(), new MemberChangeAnswerDecoder(),
            MemberChangeAnswerDecoder.answerEncodingOffset() + MemberChangeAnswerDecoder.answerEncodingLength());
    }

    @Override
    protected void check(final MemberChangeAnswer message, final FieldChecks checks) {
        checks.range("kind", message.kind, MemberChange.ADD, MemberChange.QUORUMS);
        checks.range("node", message.node, 0, ConfigurationCodec.MAX_NODE);
        checks.range("answer", message.answer, MemberChangeAnswer.TAKEN, MemberChangeAnswer.IN_GRID);
    }

    @Override
    protected void write(final MemberChangeAnswer message, final MemberChangeAnswerEncoder encoder) {
        encoder.node((short) message.node)
            .kind((short) message.kind)
            .answer((short) message.answer);
    }

    @Override
    protected void read(final MemberChangeAnswerDecoder decoder, final MemberChangeAnswer message) {
        message.node = decoder.node();
        message.kind = decoder.kind();
        message.answer = decoder.answer();
    }
}
