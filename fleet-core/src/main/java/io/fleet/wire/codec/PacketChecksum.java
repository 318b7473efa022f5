package io.fleet.wire.codec;

import io.fleet.storage.log.Checksum;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The last four bytes of every packet: CRC32C of all bytes before them. A packet whose bytes changed on the way could
 * pass for an acknowledgement of what its sender does not hold, so it has to be found out before any role sees it.
 * Allocates nothing after creation; one instance a thread.
 */
public final class PacketChecksum {
    /** How many bytes it takes. */
    public static final int LENGTH = Integer.BYTES;

    private final Checksum checksum = new Checksum();

    /** Creates an instance. */
    public PacketChecksum() {
    }

    /**
     * Puts the checksum behind a message.
     *
     * @param buffer backed by an array or a direct {@link java.nio.ByteBuffer}.
     * @param offset of the message's first byte.
     * @param length of the message in bytes; the buffer has {@link #LENGTH} more behind it.
     * @return the length of the packet.
     */
    public int seal(final MutableDirectBuffer buffer, final int offset, final int length) {
        buffer.putInt(offset + length, checksum.of(buffer, offset, length), ByteOrder.LITTLE_ENDIAN);
        return length + LENGTH;
    }

    /**
     * Puts the checksum of a message behind those of its bytes that lie in one place, where the rest, which lies
     * elsewhere, stands between them and the checksum when it is sent.
     *
     * @param buffer     backed by an array or a direct {@link java.nio.ByteBuffer}.
     * @param offset     of the message's first byte.
     * @param length     of what lies there in bytes; the buffer has {@link #LENGTH} more behind it.
     * @param rest       where the rest is, backed likewise.
     * @param restOffset of its first byte.
     * @param restLength in bytes.
     * @return the length of the packet without the rest.
     */
    public int seal(final MutableDirectBuffer buffer, final int offset, final int length, final DirectBuffer rest,
                    final int restOffset, final int restLength) {
        checksum.reset();
        checksum.update(buffer, offset, length);
        checksum.update(rest, restOffset, restLength);
        buffer.putInt(offset + length, checksum.value(), ByteOrder.LITTLE_ENDIAN);
        return length + LENGTH;
    }

    /**
     * Whether a packet is as it was sent.
     *
     * @param buffer backed by an array or a direct {@link java.nio.ByteBuffer}.
     * @param offset of the packet's first byte.
     * @param length of the packet in bytes, the checksum included; at least {@link #LENGTH}.
     * @return whether its checksum is right.
     */
    public boolean matches(final DirectBuffer buffer, final int offset, final int length) {
        final int end = length - LENGTH;
        return checksum.of(buffer, offset, end) == buffer.getInt(offset + end, ByteOrder.LITTLE_ENDIAN);
    }
}
