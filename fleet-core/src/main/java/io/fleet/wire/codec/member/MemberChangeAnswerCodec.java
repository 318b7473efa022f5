package io.fleet.wire.codec.member;

import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.MemberChangeAnswerDecoder;
import io.fleet.wire.sbe.MemberChangeAnswerEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link MemberChangeAnswer} in bytes. */
public final class MemberChangeAnswerCodec extends MessageCodec<MemberChangeAnswer> {
    private final MemberChangeAnswer message = new MemberChangeAnswer();
    private final MemberChangeAnswerEncoder encoder = new MemberChangeAnswerEncoder();
    private final MemberChangeAnswerDecoder decoder = new MemberChangeAnswerDecoder();

    public MemberChangeAnswerCodec() {
        super(MemberChangeAnswer.class, new MessageLayout(
            MemberChangeAnswerDecoder.SCHEMA_ID, MemberChangeAnswerDecoder.SCHEMA_VERSION,
            MemberChangeAnswerDecoder.TEMPLATE_ID, MemberChangeAnswerDecoder.BLOCK_LENGTH,
            MemberChangeAnswerDecoder.answerEncodingOffset() + MemberChangeAnswerDecoder.answerEncodingLength()));
    }

    @Override
    protected void check(final MemberChangeAnswer message, final FieldChecks checks) {
        checks.range("kind", message.kind, MemberChange.ADD, MemberChange.REPLACE);
        checks.range("node", message.node, 0, ConfigurationCodec.MAX_NODE);
        checks.range("answer", message.answer, MemberChangeAnswer.TAKEN, MemberChangeAnswer.BAD_ADDRESS);
    }

    @Override
    protected int encode(final MemberChangeAnswer message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .node((short) message.node)
            .kind((short) message.kind)
            .answer((short) message.answer);
        return encoder.limit();
    }

    @Override
    protected MemberChangeAnswer decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.node = decoder.node();
        message.kind = decoder.kind();
        message.answer = decoder.answer();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
