package io.fleet.examples.kv.draft;

import io.fleet.machine.Reply;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** An answer that is kept until it is known whether it holds. */
final class KeptAnswer implements Reply {
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer(64);
    private int length;

    @Override
    public Reply write(final DirectBuffer source, final int offset, final int count) {
        bytes.putBytes(length, source, offset, count);
        length += count;
        return this;
    }

    @Override
    public Reply write(final byte[] source) {
        bytes.putBytes(length, source);
        length += source.length;
        return this;
    }

    @Override
    public Reply writeByte(final byte value) {
        bytes.putByte(length++, value);
        return this;
    }

    @Override
    public Reply writeInt(final int value) {
        bytes.putInt(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Integer.BYTES;
        return this;
    }

    @Override
    public Reply writeLong(final long value) {
        bytes.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Long.BYTES;
        return this;
    }

    @Override
    public int length() {
        return length;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes.byteArray(), length);
    }
}
