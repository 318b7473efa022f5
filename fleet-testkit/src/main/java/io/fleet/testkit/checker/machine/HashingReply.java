package io.fleet.testkit.checker.machine;

import io.fleet.machine.Payload;
import io.fleet.machine.Reply;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;

/** Passes an answer on, or to nobody, and keeps a copy of its bytes to hash. */
final class HashingReply implements Reply {
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
    private Reply reply;
    private int length;

    /** Starts anew. Null where nobody gets the answer. */
    void wrap(final Reply newReply) {
        reply = newReply;
        length = 0;
    }

    /** Goes on where it was, and passes on what comes. */
    void goOn(final Reply newReply) {
        reply = newReply;
    }

    /** Writes what is kept; where that ends. */
    int write(final MutableDirectBuffer buffer, final int offset) {
        buffer.putInt(offset, length);
        buffer.putBytes(offset + Integer.BYTES, bytes, 0, length);
        return offset + Integer.BYTES + length;
    }

    /** Keeps what {@link #write} has written, and passes nothing on; where that ends. */
    int read(final DirectBuffer buffer, final int offset) {
        wrap(null);
        write(buffer, offset + Integer.BYTES, buffer.getInt(offset));
        return offset + Integer.BYTES + length;
    }

    long hash() {
        return ApplyChecker.hashOf(bytes, 0, length);
    }

    @Override
    public Reply write(final DirectBuffer source, final int offset, final int count) {
        bytes.putBytes(length, source, offset, count);
        length += count;
        if (reply != null) {
            reply.write(source, offset, count);
        }
        return this;
    }

    @Override
    public Reply write(final byte[] source) {
        bytes.putBytes(length, source);
        length += source.length;
        if (reply != null) {
            reply.write(source);
        }
        return this;
    }

    @Override
    public Reply writeByte(final byte value) {
        bytes.putByte(length, value);
        length += Byte.BYTES;
        if (reply != null) {
            reply.writeByte(value);
        }
        return this;
    }

    @Override
    public Reply writeInt(final int value) {
        bytes.putInt(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Integer.BYTES;
        if (reply != null) {
            reply.writeInt(value);
        }
        return this;
    }

    @Override
    public Reply writeLong(final long value) {
        bytes.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Long.BYTES;
        if (reply != null) {
            reply.writeLong(value);
        }
        return this;
    }

    /** The bytes of a payload are not known here, and are no part of the hash. */
    @Override
    public Reply write(final Payload payload) {
        if (reply != null) {
            reply.write(payload);
        }
        return this;
    }

    @Override
    public int length() {
        return reply == null ? length : reply.length();
    }

    /** The first bytes in hexadecimal digits. */
    @Override
    public String toString() {
        return Hex.of(bytes, length);
    }
}
