package io.fleet.replica;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A reply that refers to payloads, as the session table keeps it: little-endian, how many references (int); of each,
 * where it comes in the bytes (int), the LSN (long), block, place in the block and length of the payload (ints); then
 * the bytes between them. A reused flyweight.
 */
final class ReplyTemplate {
    static final int HEAD_LENGTH = Integer.BYTES;
    static final int REFERENCE_LENGTH = 3 * Long.BYTES;
    private static final int LSN_OFFSET = 4;
    private static final int BLOCK_OFFSET = 12;
    private static final int FROM_OFFSET = 16;
    private static final int LENGTH_OFFSET = 20;

    private DirectBuffer buffer;
    private int offset;
    private int length;

    ReplyTemplate wrap(final DirectBuffer newBuffer, final int newOffset, final int newLength) {
        buffer = newBuffer;
        offset = newOffset;
        length = newLength;
        return this;
    }

    static void put(final MutableDirectBuffer target, final int index, final int position, final PayloadHandle handle) {
        final int at = HEAD_LENGTH + index * REFERENCE_LENGTH;
        target.putInt(at, position, ByteOrder.LITTLE_ENDIAN);
        target.putLong(at + LSN_OFFSET, handle.lsn, ByteOrder.LITTLE_ENDIAN);
        target.putInt(at + BLOCK_OFFSET, handle.block, ByteOrder.LITTLE_ENDIAN);
        target.putInt(at + FROM_OFFSET, handle.from, ByteOrder.LITTLE_ENDIAN);
        target.putInt(at + LENGTH_OFFSET, handle.length(), ByteOrder.LITTLE_ENDIAN);
    }

    int references() {
        return buffer.getInt(offset, ByteOrder.LITTLE_ENDIAN);
    }

    private int at(final int index) {
        return offset + HEAD_LENGTH + index * REFERENCE_LENGTH;
    }

    int position(final int index) {
        return buffer.getInt(at(index), ByteOrder.LITTLE_ENDIAN);
    }

    PayloadHandle handle(final int index) {
        final int at = at(index);
        return new PayloadHandle(buffer.getLong(at + LSN_OFFSET, ByteOrder.LITTLE_ENDIAN),
            buffer.getInt(at + BLOCK_OFFSET, ByteOrder.LITTLE_ENDIAN),
            buffer.getInt(at + FROM_OFFSET, ByteOrder.LITTLE_ENDIAN),
            buffer.getInt(at + LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN));
    }

    private int bytesOffset() {
        return at(references());
    }

    private int bytesLength() {
        return offset + length - bytesOffset();
    }

    /** The length of the reply that is made of it. */
    int totalLength() {
        int total = bytesLength();
        for (int i = references() - 1; i >= 0; i--) {
            total += buffer.getInt(at(i) + LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
        }
        return total;
    }

    /** Whether this may be one: it says nothing about whether what it refers to is there. */
    boolean isSound() {
        if (length < HEAD_LENGTH || references() < 1
            || references() > (length - HEAD_LENGTH) / REFERENCE_LENGTH) {
            return false;
        }
        int before = 0;
        long total = bytesLength();
        for (int i = 0; i < references(); i++) {
            final int count = buffer.getInt(at(i) + LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            if (position(i) < before || position(i) > bytesLength() || count < 1) {
                return false;
            }
            before = position(i);
            total += count;
        }
        return total <= Integer.MAX_VALUE / 2;
    }

    /** Puts the bytes where they belong in the reply, and leaves room for the payloads. */
    void layOut(final MutableDirectBuffer target, final int at) {
        int done = 0;
        int shift = 0;
        for (int i = 0; i < references(); i++) {
            target.putBytes(at + done + shift, buffer, bytesOffset() + done, position(i) - done);
            done = position(i);
            shift += handle(i).length();
        }
        target.putBytes(at + done + shift, buffer, bytesOffset() + done, bytesLength() - done);
    }
}
