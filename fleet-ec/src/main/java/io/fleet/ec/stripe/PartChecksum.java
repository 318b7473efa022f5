package io.fleet.ec.stripe;

import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The checksum of a part: CRC32C over where it belongs (k, m, length of a full shard and of the payload, stripe,
 * segment) and the shard's bytes. So a part that lies at another place than its own is as bad as a damaged one. For one
 * thread.
 */
final class PartChecksum {
    private static final int FIELDS = 6;
    private static final int PIECE = 4096;

    private final CRC32C crc = new CRC32C();
    private final byte[] place = new byte[FIELDS * Integer.BYTES];
    private final UnsafeBuffer fields = new UnsafeBuffer(place);
    private byte[] piece;

    /** Whether the part at an offset is whole and where it belongs. */
    boolean isRight(final StripeLayout layout, final int stripe, final int segment, final DirectBuffer buffer,
                    final int offset) {
        return buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN) == of(layout, stripe, segment, buffer, offset);
    }

    /** Writes the checksum in front of the shard of the part at an offset. */
    void write(final StripeLayout layout, final int stripe, final int segment, final MutableDirectBuffer buffer,
               final int offset) {
        buffer.putInt(offset, of(layout, stripe, segment, buffer, offset), ByteOrder.LITTLE_ENDIAN);
    }

    private int of(final StripeLayout layout, final int stripe, final int segment, final DirectBuffer buffer,
                   final int offset) {
        put(0, layout.dataShards());
        put(1, layout.segments() - layout.dataShards());
        put(2, layout.fullShard());
        put(3, layout.payloadLength());
        put(4, stripe);
        put(5, segment);
        crc.reset();
        crc.update(place, 0, place.length);
        addShard(buffer, offset + StripeLayout.CHECKSUM, layout.shardLength(stripe));
        return (int) crc.getValue();
    }

    private void addShard(final DirectBuffer buffer, final int offset, final int length) {
        if (buffer.byteArray() != null) {
            crc.update(buffer.byteArray(), buffer.wrapAdjustment() + offset, length);
            return;
        }
        if (piece == null) {
            piece = new byte[PIECE];
        }
        for (int at = 0; at < length; at += PIECE) {
            final int bytes = Math.min(PIECE, length - at);
            buffer.getBytes(offset + at, piece, 0, bytes);
            crc.update(piece, 0, bytes);
        }
    }

    private void put(final int field, final int value) {
        fields.putInt(field * Integer.BYTES, value, ByteOrder.LITTLE_ENDIAN);
    }
}
