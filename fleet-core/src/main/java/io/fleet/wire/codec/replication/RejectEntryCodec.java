package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.RejectEntryDecoder;
import io.fleet.wire.sbe.RejectEntryEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link RejectEntry} in bytes. */
public final class RejectEntryCodec extends MessageCodec<RejectEntry> {
    private final RejectEntry message = new RejectEntry();
    private final RejectEntryEncoder encoder = new RejectEntryEncoder();
    private final RejectEntryDecoder decoder = new RejectEntryDecoder();

    public RejectEntryCodec() {
        super(RejectEntry.class, new MessageLayout(
            RejectEntryDecoder.SCHEMA_ID, RejectEntryDecoder.SCHEMA_VERSION,
            RejectEntryDecoder.TEMPLATE_ID, RejectEntryDecoder.BLOCK_LENGTH,
            RejectEntryDecoder.BLOCK_LENGTH));
    }

    @Override
    protected void check(final RejectEntry message, final FieldChecks checks) {
        checks.batcher("batcherId", message.batcherId);
        checks.number("sequence", message.sequence);
        checks.ballot("ballot", message.ballot);
        checks.range("reason", message.reason, 0, 254);
        AsciiText.check(checks, message.text, RejectEntry.MAX_TEXT);
    }

    @Override
    protected int encode(final RejectEntry message, final MutableDirectBuffer buffer) {
        final byte[] text = AsciiText.bytes(message.text);
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .batcherId(message.batcherId)
            .sequence(message.sequence)
            .ballot(message.ballot)
            .reason((short) message.reason)
            .putText(text, 0, text.length);
        return encoder.limit();
    }

    @Override
    protected RejectEntry decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        message.batcherId = decoder.batcherId();
        message.sequence = decoder.sequence();
        message.ballot = decoder.ballot();
        message.reason = decoder.reason();
        message.text = AsciiText.read(packet, decoder.limit(), RejectEntry.MAX_TEXT);
        return message.text != null ? message : null;
    }
}
