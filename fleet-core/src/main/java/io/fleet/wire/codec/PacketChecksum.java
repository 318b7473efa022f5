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
