package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.LifeNotice;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.LifeNoticeDecoder;
import io.fleet.wire.sbe.LifeNoticeEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link LifeNotice} in bytes. */
public final class LifeNoticeCodec extends MessageCodec<LifeNotice> {
    private final LifeNotice message = new LifeNotice();
    private final LifeNoticeEncoder encoder = new LifeNoticeEncoder();
    private final LifeNoticeDecoder decoder = new LifeNoticeDecoder();

    public LifeNoticeCodec() {
        super(LifeNotice.class, new MessageLayout(
            LifeNoticeDecoder.SCHEMA_ID, LifeNoticeDecoder.SCHEMA_VERSION,
            LifeNoticeDecoder.TEMPLATE_ID, LifeNoticeDecoder.BLOCK_LENGTH,
            LifeNoticeDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final LifeNotice message, final FieldChecks checks) {
        checks.range("node", message.node, 0, WireLimits.MAX_NODE_ID);
        checks.life("life", message.life);
    }

    @Override
    protected int encode(final LifeNotice message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).life(message.life).node((short) message.node)
            .nonce(message.nonce);
        return encoder.limit();
    }

    @Override
    protected LifeNotice decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.life = decoder.life();
        message.node = decoder.node();
        message.nonce = decoder.nonce();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
