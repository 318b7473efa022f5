package io.fleet.testkit.checker.machine;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;

/** A snapshot in memory. One thread. */
public final class MemorySnapshot implements SnapshotWriter {
    private ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    /** Creates an empty snapshot. */
    public MemorySnapshot() {
    }

    /**
     * A snapshot that holds given bytes.
     *
     * @param bytes are copied.
     * @return the snapshot.
     */
    public static MemorySnapshot of(final byte[] bytes) {
        final MemorySnapshot snapshot = new MemorySnapshot();
        snapshot.write(bytes, 0, bytes.length);
        return snapshot;
    }

    /**
     * What was written.
     *
     * @return a copy.
     */
    public byte[] bytes() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    /**
     * Reads what was written so far, from its beginning.
     *
     * @return a reader of its own.
     */
    public SnapshotReader reader() {
        final ByteBuffer source = ByteBuffer.wrap(bytes()).order(ByteOrder.LITTLE_ENDIAN);
        return new SnapshotReader() {
            @Override
            public void read(final byte[] target, final int offset, final int length) {
                take(length).get(target, offset, length);
            }

            @Override
            public int readInt() {
                return take(Integer.BYTES).getInt();
            }

            @Override
            public long readLong() {
                return take(Long.BYTES).getLong();
            }

            @Override
            public long remaining() {
                return source.remaining();
            }

            private ByteBuffer take(final int length) {
                if (length < 0 || length > source.remaining()) {
                    throw new SnapshotFormatException(length + " bytes are read at a place where " + source.remaining()
                        + " are left");
                }
                return source;
            }
        };
    }

    @Override
    public void write(final DirectBuffer source, final int offset, final int length) {
        source.getBytes(offset, room(length), length);
    }

    @Override
    public void write(final byte[] source, final int offset, final int length) {
        room(length).put(source, offset, length);
    }

    @Override
    public void writeInt(final int value) {
        room(Integer.BYTES).putInt(value);
    }

    @Override
    public void writeLong(final long value) {
        room(Long.BYTES).putLong(value);
    }

    private ByteBuffer room(final int length) {
        if (buffer.remaining() < length) {
            final int needed = Math.addExact(buffer.position(), length);
            final ByteBuffer larger = ByteBuffer.allocate(Math.max(needed, Math.min(needed, 1 << 29) * 2))
                .order(ByteOrder.LITTLE_ENDIAN);
            buffer = larger.put(buffer.flip());
        }
        return buffer;
    }
}
