package io.fleet.transport;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The bytes of one packet that is to be sent. Long data between them may stay where it is: then nothing copies it but
 * the transport. A view of memory of others, valid as long as they leave that as it is; whoever has it wrapped uses it
 * again for the next packet. One thread.
 */
public final class Packet {
    private final UnsafeBuffer frame = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer data = new UnsafeBuffer(0, 0);
    private int dataAt;

    /** A packet without bytes. */
    public Packet() {
    }

    /**
     * A packet whose bytes lie in one place.
     *
     * @param buffer where.
     * @param offset of the first byte.
     * @param length in bytes.
     * @return a new view of them.
     */
    public static Packet of(final DirectBuffer buffer, final int offset, final int length) {
        return new Packet().wrap(buffer, offset, length);
    }

    /**
     * Views a packet whose bytes lie in one place.
     *
     * @param buffer where.
     * @param offset of the first byte.
     * @param length in bytes.
     * @return this.
     */
    public Packet wrap(final DirectBuffer buffer, final int offset, final int length) {
        frame.wrap(buffer, offset, length);
        data.wrap(0, 0);
        dataAt = length;
        return this;
    }

    /**
     * Has other bytes stand between those that were wrapped.
     *
     * @param at     how many of those stand before them; some stand behind them.
     * @param buffer where the others are.
     * @param offset of their first byte.
     * @param length in bytes, at least 1.
     * @return this.
     */
    public Packet insert(final int at, final DirectBuffer buffer, final int offset, final int length) {
        data.wrap(buffer, offset, length);
        dataAt = at;
        return this;
    }

    /** How long it is in bytes. */
    public int length() {
        return frame.capacity() + data.capacity();
    }

    /** What was wrapped, all of it. */
    public DirectBuffer frame() {
        return frame;
    }

    /** What was inserted, all of it; of no length where nothing was. */
    public DirectBuffer data() {
        return data;
    }

    /** How many bytes of the frame stand before the data; all of them where there is none. */
    public int dataAt() {
        return dataAt;
    }

    /**
     * Copies the packet.
     *
     * @param target where to.
     * @param offset of its first byte there; {@link #length} bytes are written.
     */
    public void copyTo(final MutableDirectBuffer target, final int offset) {
        final int rest = offset + dataAt + data.capacity();
        target.putBytes(offset, frame, 0, dataAt);
        target.putBytes(offset + dataAt, data, 0, data.capacity());
        target.putBytes(rest, frame, dataAt, frame.capacity() - dataAt);
    }

    /**
     * Copies the packet.
     *
     * @return its bytes, the caller's.
     */
    public byte[] toBytes() {
        final byte[] bytes = new byte[length()];
        copyTo(new UnsafeBuffer(bytes), 0);
        return bytes;
    }
}
