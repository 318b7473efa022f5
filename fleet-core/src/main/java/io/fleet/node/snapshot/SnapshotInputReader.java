package io.fleet.node.snapshot;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.storage.snapshot.SnapshotInput;
import org.agrona.concurrent.UnsafeBuffer;

/** Gives a machine what a snapshot on disk holds, chunk by chunk, and never more than that. */
public final class SnapshotInputReader implements SnapshotReader {
    private final SnapshotInput input;
    private final byte[] bytes = new byte[Long.BYTES];
    private final UnsafeBuffer number = new UnsafeBuffer(bytes);

    public SnapshotInputReader(final SnapshotInput input) {
        this.input = input;
    }

    @Override
    public void read(final byte[] target, final int offset, final int length) {
        if (length > input.remaining()) {
            throw new SnapshotFormatException(length + " bytes are wanted at a place where " + input.remaining()
                + " bytes are left: the snapshot was written by another machine or version");
        }
        input.read(target, offset, length);
    }

    @Override
    public int readInt() {
        read(bytes, 0, Integer.BYTES);
        return number.getInt(0, LITTLE_ENDIAN);
    }

    @Override
    public long readLong() {
        read(bytes, 0, Long.BYTES);
        return number.getLong(0, LITTLE_ENDIAN);
    }

    @Override
    public long remaining() {
        return input.remaining();
    }
}
