package io.fleet.replica;

import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/** A snapshot in memory. */
final class MemorySnapshot implements SnapshotWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(final DirectBuffer source, final int offset, final int length) {
        final byte[] copy = new byte[length];
        source.getBytes(offset, copy);
        bytes.writeBytes(copy);
    }

    @Override
    public void write(final byte[] source, final int offset, final int length) {
        bytes.write(source, offset, length);
    }

    @Override
    public void writeInt(final int value) {
        bytes.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }

    @Override
    public void writeLong(final long value) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    SnapshotReader reader() {
        final ByteBuffer in = ByteBuffer.wrap(bytes.toByteArray());
        return new SnapshotReader() {
            @Override
            public void read(final byte[] target, final int offset, final int length) {
                in.get(target, offset, length);
            }

            @Override
            public int readInt() {
                return in.getInt();
            }

            @Override
            public long readLong() {
                return in.getLong();
            }

            @Override
            public long remaining() {
                return in.remaining();
            }
        };
    }
}
