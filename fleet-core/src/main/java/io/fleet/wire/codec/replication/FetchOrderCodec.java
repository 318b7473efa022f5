package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.FetchOrderDecoder;
import io.fleet.wire.sbe.FetchOrderEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link FetchOrder} in bytes. */
public final class FetchOrderCodec extends MessageCodec<FetchOrder> {
    private final FetchOrder message = new FetchOrder();
    private final FetchOrderEncoder encoder = new FetchOrderEncoder();
    private final FetchOrderDecoder decoder = new FetchOrderDecoder();

    public FetchOrderCodec() {
        super(FetchOrder.class, new MessageLayout(
            FetchOrderDecoder.SCHEMA_ID, FetchOrderDecoder.SCHEMA_VERSION,
            FetchOrderDecoder.TEMPLATE_ID, FetchOrderDecoder.BLOCK_LENGTH,
            FetchOrderDecoder.toLsnEncodingOffset() + FetchOrderDecoder.toLsnEncodingLength()));
    }

    @Override
    protected void check(final FetchOrder message, final FieldChecks checks) {
        checks.ballot("ballot", message.ballot);
        checks.number("fromLsn", message.fromLsn);
        checks.range("toLsn", message.toLsn, message.fromLsn, FieldChecks.MAX_NUMBER);
    }

    @Override
    protected int encode(final FetchOrder message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .ballot(message.ballot)
            .fromLsn(message.fromLsn)
            .toLsn(message.toLsn);
        return encoder.limit();
    }

    @Override
    protected FetchOrder decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.ballot = decoder.ballot();
        message.fromLsn = decoder.fromLsn();
        message.toLsn = decoder.toLsn();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
