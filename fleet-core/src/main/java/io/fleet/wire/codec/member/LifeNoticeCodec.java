package io.fleet.wire.codec.member;

import io.fleet.consensus.message.member.LifeNotice;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.FlatCodec;
import io.fleet.wire.codec.WireLimits;
import io.fleet.wire.sbe.LifeNoticeDecoder;
import io.fleet.wire.sbe.LifeNoticeEncoder;

/** {@link LifeNotice} in bytes. */
public final class LifeNoticeCodec extends FlatCodec<LifeNotice, LifeNoticeEncoder, LifeNoticeDecoder> {
    public LifeNoticeCodec() {
        super(new LifeNotice(), new LifeNoticeEncoder(), new LifeNoticeDecoder(),
            LifeNoticeDecoder.BLOCK_LENGTH);
    }

    @Override
    protected void check(final LifeNotice message, final FieldChecks checks) {
        checks.range("node", message.node, 0, WireLimits.MAX_NODE_ID);
        checks.life("life", message.life);
    }

    @Override
    protected void write(final LifeNotice message, final LifeNoticeEncoder encoder) {
        encoder.life(message.life).node((short) message.node)
            .nonce(message.nonce);
    }

    @Override
    protected void read(final LifeNoticeDecoder decoder, final LifeNotice message) {
        message.life = decoder.life();
        message.node = decoder.node();
        message.nonce = decoder.nonce();
    }
}
