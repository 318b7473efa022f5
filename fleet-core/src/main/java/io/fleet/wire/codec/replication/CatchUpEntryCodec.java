package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.wire.codec.EntryMetaFields;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.MessageCodec;
import io.fleet.wire.codec.MessageLayout;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.sbe.CatchUpEntryDecoder;
import io.fleet.wire.sbe.CatchUpEntryEncoder;
import org.agrona.MutableDirectBuffer;

/** {@link CatchUpEntry} in bytes. The decoded chunk is a view into the packet. */
public final class CatchUpEntryCodec extends MessageCodec<CatchUpEntry> {
    private final CatchUpEntry message = new CatchUpEntry();
    private final CatchUpEntryEncoder encoder = new CatchUpEntryEncoder();
    private final CatchUpEntryDecoder decoder = new CatchUpEntryDecoder();

    public CatchUpEntryCodec() {
        super(CatchUpEntry.class, new MessageLayout(
            CatchUpEntryDecoder.SCHEMA_ID, CatchUpEntryDecoder.SCHEMA_VERSION,
            CatchUpEntryDecoder.TEMPLATE_ID, CatchUpEntryDecoder.BLOCK_LENGTH,
            CatchUpEntryDecoder.nonceEncodingOffset() + CatchUpEntryDecoder.nonceEncodingLength()));
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
    protected int encode(final CatchUpEntry message, final MutableDirectBuffer buffer) {
        encoder.wrap(buffer, PacketView.BODY_OFFSET)
            .lsn(message.lsn)
            .chosen(message.chosen)
            .chunkOffset(message.offset)
            .nonce(message.nonce);
        EntryMetaFields.write(message.meta, encoder.meta());
        if (message.chunkLength == 0) {
            encoder.putChunk(buffer, 0, 0);
        } else {
            encoder.putChunk(message.buffer, message.bufferOffset, message.chunkLength);
        }
        return encoder.limit();
    }

    @Override
    protected CatchUpEntry decode(final PacketView packet) {
        decoder.wrap(packet.buffer(), PacketView.BODY_OFFSET, packet.blockLength(), packet.version());
        final int limit = decoder.limit();
        final int chunkLength = packet.dataLength(limit, EntryBody.MAX_CHUNK);
        if (chunkLength < 0 || !packet.endsAt(PacketView.dataOffset(limit) + chunkLength)) {
            return null;
        }
        message.lsn = decoder.lsn();
        message.chosen = decoder.chosen();
        EntryMetaFields.read(decoder.meta(), message.meta);
        message.offset = decoder.chunkOffset();
        message.nonce = decoder.nonce();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.chunkLength = chunkLength;
        return message;
    }
}
