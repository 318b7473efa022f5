package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.wire.codec.AsciiText;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.sbe.RejectEntryDecoder;
import io.fleet.wire.sbe.RejectEntryEncoder;

/** {@link RejectEntry} in bytes. */
public final class RejectEntryCodec extends SbeCodec<RejectEntry, RejectEntryEncoder, RejectEntryDecoder> {
    public RejectEntryCodec() {
        super(new RejectEntry(), new RejectEntryEncoder(), new RejectEntryDecoder(),
            RejectEntryDecoder.BLOCK_LENGTH);
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
    protected void write(final RejectEntry message, final RejectEntryEncoder encoder) {
        final byte[] text = AsciiText.bytes(message.text);
        encoder.batcherId(message.batcherId)
            .sequence(message.sequence)
            .ballot(message.ballot)
            .reason((short) message.reason)
            .putText(text, 0, text.length);
    }

    @Override
    protected boolean read(final PacketView packet, final RejectEntryDecoder decoder, final RejectEntry message) {
        message.batcherId = decoder.batcherId();
        message.sequence = decoder.sequence();
        message.ballot = decoder.ballot();
        message.reason = decoder.reason();
        message.text = AsciiText.read(packet, decoder.limit(), RejectEntry.MAX_TEXT);
        return message.text != null;
    }
}
