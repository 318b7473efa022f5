package io.fleet.wire.codec.snapshot;

import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.SnapshotNoticeDecoder;
import io.fleet.wire.sbe.SnapshotNoticeEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link SnapshotNotice} in bytes. */
public final class SnapshotNoticeCodec extends MessageCodec<SnapshotNotice> {
    private final SnapshotNotice message = new SnapshotNotice();
    private final SnapshotNoticeEncoder encoder = new SnapshotNoticeEncoder();
    private final SnapshotNoticeDecoder decoder = new SnapshotNoticeDecoder();

    public SnapshotNoticeCodec() {
        super(SnapshotNotice.class, new MessageLayout(
            SnapshotNoticeDecoder.SCHEMA_ID, SnapshotNoticeDecoder.SCHEMA_VERSION,
            SnapshotNoticeDecoder.TEMPLATE_ID, SnapshotNoticeDecoder.BLOCK_LENGTH,
            SnapshotNoticeDecoder.wholeEncodingOffset() + SnapshotNoticeDecoder.wholeEncodingLength()));
    }

    @Override
    protected void check(final SnapshotNotice message, final FieldChecks checks) {
        checks.number("lsn", message.lsn);
        checks.number("whole", message.whole);
    }

    @Override
    protected int encode(final SnapshotNotice message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET).lsn(message.lsn).whole(message.whole);
        return encoder.limit();
    }

    @Override
    protected SnapshotNotice decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.lsn = decoder.lsn();
        message.whole = decoder.whole();
        return packet.endsAt(decoder.limit()) ? message : null;
    }
}
