package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.BirthAnswer;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.MessageScope;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.BirthAnswerDecoder;
import io.fleet.wire.sbe.BirthAnswerEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link BirthAnswer} in bytes. */
public final class BirthAnswerCodec extends MessageCodec<BirthAnswer> {
    private final BirthAnswer message = new BirthAnswer();
    private final BirthAnswerEncoder encoder = new BirthAnswerEncoder();
    private final BirthAnswerDecoder decoder = new BirthAnswerDecoder();

    public BirthAnswerCodec() {
        super(BirthAnswer.class, new MessageLayout(
            BirthAnswerDecoder.SCHEMA_ID, BirthAnswerDecoder.SCHEMA_VERSION,
            BirthAnswerDecoder.TEMPLATE_ID, BirthAnswerDecoder.BLOCK_LENGTH,
            BirthAnswerDecoder.BLOCK_LENGTH));
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
    protected int encode(final BirthAnswer message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).nonce(message.nonce).to((short) message.to);
        return encoder.limit();
    }

    @Override
    protected BirthAnswer decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.nonce = decoder.nonce();
        message.to = decoder.to();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
