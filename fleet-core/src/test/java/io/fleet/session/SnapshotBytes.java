package io.fleet.session;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** A snapshot in memory. */
final class SnapshotBytes implements SnapshotWriter {
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private int length;

    static byte[] of(final SessionTable table) {
        final SnapshotBytes bytes = new SnapshotBytes();
        table.writeSnapshot(bytes);
        final byte[] copy = new byte[bytes.length];
        bytes.buffer.getBytes(0, copy);
        return copy;
    }

    static SnapshotReader reader(final byte[] bytes) {
        return new Reader(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public void write(final DirectBuffer source, final int offset, final int count) {
        buffer.putBytes(length, source, offset, count);
        length += count;
    }

    @Override
    public void write(final byte[] source, final int offset, final int count) {
        buffer.putBytes(length, source, offset, count);
        length += count;
    }

    @Override
    public void writeInt(final int value) {
        buffer.putInt(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Integer.BYTES;
    }

    @Override
    public void writeLong(final long value) {
        buffer.putLong(length, value, ByteOrder.LITTLE_ENDIAN);
        length += Long.BYTES;
    }

    private static final class Reader implements SnapshotReader {
        private final ByteBuffer bytes;

        Reader(final ByteBuffer bytes) {
            this.bytes = bytes;
        }

        private ByteBuffer need(final int count) {
            if (bytes.remaining() < count) {
                throw new SnapshotFormatException(count + " bytes wanted, " + bytes.remaining() + " left");
            }
            return bytes;
        }

        @Override
        public void read(final byte[] target, final int offset, final int count) {
            need(count).get(target, offset, count);
        }

        @Override
        public int readInt() {
            return need(Integer.BYTES).getInt();
        }

        @Override
        public long readLong() {
            return need(Long.BYTES).getLong();
        }

        @Override
        public long remaining() {
            return bytes.remaining();
        }
    }
}
