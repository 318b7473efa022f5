package io.fleet.testkit.witness;

import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** A snapshot in memory. */
final class MemorySnapshot implements SnapshotWriter {
    private final ByteBuffer buffer = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);

    byte[] bytes() {
        final byte[] copy = new byte[buffer.position()];
        buffer.duplicate().flip().get(copy);
        return copy;
    }

    SnapshotReader reader() {
        final ByteBuffer source = ByteBuffer.wrap(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        return new SnapshotReader() {
            @Override
            public void read(final byte[] target, final int offset, final int length) {
                source.get(target, offset, length);
            }

            @Override
            public int readInt() {
                return source.getInt();
            }

            @Override
            public long readLong() {
                return source.getLong();
            }

            @Override
            public long remaining() {
                return source.remaining();
            }
        };
    }

    @Override
    public void write(final DirectBuffer source, final int offset, final int length) {
        source.getBytes(offset, buffer, length);
    }

    @Override
    public void write(final byte[] source, final int offset, final int length) {
        buffer.put(source, offset, length);
    }

    @Override
    public void writeInt(final int value) {
        buffer.putInt(value);
    }

    @Override
    public void writeLong(final long value) {
        buffer.putLong(value);
    }
}
