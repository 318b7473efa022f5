package io.fleet.node.snapshot;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.machine.SnapshotWriter;
import io.fleet.storage.snapshot.SnapshotOutput;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Hands what a machine writes to a snapshot on disk, as it comes: nothing is gathered beyond a chunk of the output. */
public final class SnapshotOutputWriter implements SnapshotWriter {
    private final SnapshotOutput output;
    private final Progress progress;
    private final UnsafeBuffer number = new UnsafeBuffer(new byte[Long.BYTES]);
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);

    public SnapshotOutputWriter(final SnapshotOutput output, final Progress progress) {
        this.output = output;
        this.progress = progress;
    }

    /** Hears how many bytes come; what it throws ends the snapshot. */
    @FunctionalInterface
    public interface Progress {
        void onBytes(int count);
    }

    @Override
    public void write(final DirectBuffer source, final int offset, final int length) {
        source.boundsCheck(offset, length);
        progress.onBytes(length);
        output.write(source, offset, length);
    }

    @Override
    public void write(final byte[] source, final int offset, final int length) {
        bytes.wrap(source, offset, length);
        progress.onBytes(length);
        output.write(bytes, 0, length);
    }

    @Override
    public void writeInt(final int value) {
        progress.onBytes(Integer.BYTES);
        number.putInt(0, value, LITTLE_ENDIAN);
        output.write(number, 0, Integer.BYTES);
    }

    @Override
    public void writeLong(final long value) {
        progress.onBytes(Long.BYTES);
        number.putLong(0, value, LITTLE_ENDIAN);
        output.write(number, 0, Long.BYTES);
    }
}
