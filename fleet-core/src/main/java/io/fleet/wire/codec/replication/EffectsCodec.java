package io.fleet.wire.codec.replication;

import io.fleet.consensus.message.replication.Effects;
import io.fleet.wire.codec.FieldChecks;
import io.fleet.wire.codec.PacketView;
import io.fleet.wire.codec.SbeCodec;
import io.fleet.wire.codec.TrailingData;
import io.fleet.wire.sbe.BooleanType;
import io.fleet.wire.sbe.EffectsDecoder;
import io.fleet.wire.sbe.EffectsEncoder;

/** {@link Effects} in bytes. The decoded records are a view into the packet. */
public final class EffectsCodec extends SbeCodec<Effects, EffectsEncoder, EffectsDecoder> {
    public EffectsCodec() {
        super(new Effects(), new EffectsEncoder(), new EffectsDecoder(),
            EffectsDecoder.lastEncodingOffset() + EffectsDecoder.lastEncodingLength());
    }

    @Override
    protected void check(final Effects message, final FieldChecks checks) {
        checks.range("lsn", message.lsn, 1, FieldChecks.MAX_NUMBER);
        checks.batcher("batcherId", message.batcherId);
        checks.number("sequence", message.sequence);
        if (message.digest == 0) {
            checks.range("digest", message.digest, 1, Long.MAX_VALUE);
        }
        checks.range("length", message.length, message.isLast ? 0 : 1, Effects.MAX_CHUNK);
        checks.range("offset", message.offset, 0, Effects.MAX_BYTES - message.length);
    }

    @Override
    protected void write(final Effects message, final EffectsEncoder encoder) {
        encoder.lsn(message.lsn)
            .batcherId(message.batcherId)
            .sequence(message.sequence)
            .digest(message.digest)
            .form(message.format)
            .chunkOffset(message.offset)
            .last(message.isLast ? BooleanType.YES : BooleanType.NO);
    }

    @Override
    protected void data(final Effects message, final TrailingData data) {
        data.set(message.buffer, message.bufferOffset, message.length);
    }

    @Override
    protected boolean read(final PacketView packet, final EffectsDecoder decoder, final Effects message) {
        final int limit = decoder.limit();
        final int length = packet.lastDataLength(limit, Effects.MAX_CHUNK);
        if (length < 0 || !packet.isYesOrNo(decoder.lastRaw())) {
            return false;
        }
        message.lsn = decoder.lsn();
        message.batcherId = decoder.batcherId();
        message.sequence = decoder.sequence();
        message.digest = decoder.digest();
        message.format = decoder.form();
        message.offset = decoder.chunkOffset();
        message.isLast = decoder.lastRaw() == BooleanType.YES.value();
        message.buffer = packet.buffer();
        message.bufferOffset = PacketView.dataOffset(limit);
        message.length = length;
        return true;
    }
}
