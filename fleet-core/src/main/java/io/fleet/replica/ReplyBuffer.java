package io.fleet.replica;

import io.fleet.machine.Reply;
import io.fleet.session.ReplyFrame;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Collects one answer of the state machine, up to the group's limit; beyond it the answer is dropped, on every replica
 * alike. Reused.
 */
final class ReplyBuffer implements Reply {
    private static final int RETAINED = 1 << 20;

    private final int limit;
    private ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(256);
    private int length;
    private boolean overflow;
    private byte status;

    ReplyBuffer(final int limit) {
        this.limit = limit;
    }

    ReplyBuffer reset() {
        if (buffer.capacity() > RETAINED) {
            buffer = new ExpandableArrayBuffer(256);
        }
        length = 0;
        overflow = false;
        status = ReplyFrame.OK;
        return this;
    }

    /** The machine threw: its message is the answer. */
    void fail(final RuntimeException failure) {
        reset();
        status = ReplyFrame.FAILED;
        final String text = failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
        write(text.getBytes(StandardCharsets.UTF_8));
    }

    byte status() {
        return overflow ? ReplyFrame.REPLY_TOO_LARGE : status;
    }

    DirectBuffer buffer() {
        return buffer;
    }

    @Override
    public Reply write(final DirectBuffer source, final int offset, final int count) {
        if (hasRoom(count)) {
            buffer.putBytes(length, source, offset, count);
            length += count;
        }
        return this;
    }

    @Override
    public Reply write(final byte[] source) {
        if (hasRoom(source.length)) {
            buffer.putBytes(length, source);
            length += source.length;
        }
        return this;
    }

    @Override
    public Reply writeByte(final byte value) {
        if (hasRoom(Byte.BYTES)) {
            buffer.putByte(length, value);
            length += Byte.BYTES;
        }
        return this;
    }

    @Override
    public Reply writeInt(final int value) {
        if (hasRoom(Integer.BYTES)) {
            buffer.putInt(length, value, ByteOrder.LITTLE_ENDIAN);
            length += Integer.BYTES;
        }
        return this;
    }

    @Override
    public Reply writeLong(final long value) {
        if (hasRoom(Long.BYTES)) {
            buffer.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
            length += Long.BYTES;
        }
        return this;
    }

    @Override
    public int length() {
        return length;
    }

    private boolean hasRoom(final int count) {
        if (overflow || count > limit - length) {
            overflow = true;
            length = 0;
        }
        return !overflow;
    }
}
