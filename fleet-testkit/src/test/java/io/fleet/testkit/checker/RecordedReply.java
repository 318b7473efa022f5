package io.fleet.testkit.checker;

import io.fleet.machine.Reply;
import io.fleet.testkit.checker.machine.ApplyChecker;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Keeps an answer. */
public final class RecordedReply implements Reply {
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
    private int length;

    public long firstLong() {
        return bytes.getLong(0, ByteOrder.LITTLE_ENDIAN);
    }

    public long hash() {
        return ApplyChecker.hashOf(bytes, 0, length);
    }

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
        return write(new byte[] {value});
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
}
