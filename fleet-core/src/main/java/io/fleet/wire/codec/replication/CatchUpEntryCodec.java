package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.wire.codec.EntryMetaFields;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.TrailingData;
import io.fleet.wire.sbe.CatchUpEntryDecoder;
import io.fleet.wire.sbe.CatchUpEntryEncoder;

/** {@link CatchUpEntry} in bytes. The decoded chunk is a view into the packet. */
public final class CatchUpEntryCodec extends SbeCodec<CatchUpEntry, CatchUpEntryEncoder, CatchUpEntryDecoder> {
    public CatchUpEntryCodec() {
        super(new CatchUpEntry(), new CatchUpEntryEncoder(), new CatchUpEntryDecoder(),
            CatchUpEntryDecoder.nonceEncodingOffset() + CatchUpEntryDecoder.nonceEncodingLength());
    }

    @Override
    protected void check(final CatchUpEntry message, final FieldChecks checks) {
        checks.notNegative("nonce", message.nonce);
        checks.number("lsn", message.lsn);
        checks.number("chosen", message.chosen);
        checks.meta(message.meta);
        checks.range("chunkLength", message.chunkLength, 0, EntryBody.MAX_CHUNK);
        checks.range("offset", message.offset, 0, (long) message.meta.length - message.chunkLength);
    }

    @Override
    protected void write(final CatchUpEntry message, final CatchUpEntryEncoder encoder) {
        encoder.lsn(message.lsn)
            .chosen(message.chosen)
            .chunkOffset(message.offset)
            .nonce(message.nonce);
        EntryMetaFields.write(message.meta, encoder.meta());
    }

    @Override
    protected void data(final CatchUpEntry message, final TrailingData data) {
        data.set(message.buffer, message.bufferOffset, message.chunkLength);
    }

    @Override
    protected boolean read(final PacketView packet, final CatchUpEntryDecoder decoder, final CatchUpEntry message) {
        final int limit = decoder.limit();
        final int chunkLength = packet.lastDataLength(limit, EntryBody.MAX_CHUNK);
        if (chunkLength < 0) {
            return false;
        }
        message.lsn = decoder.lsn();
        message.chosen = decoder.chosen();
        EntryMetaFields.read(decoder.meta(), message.meta);
        message.offset = decoder.chunkOffset();
        message.nonce = decoder.nonce();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.chunkLength = chunkLength;
        return true;
    }
}
