package io.fleet.storage.snapshot;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.SnapshotId;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.DirectBuffer;

/**
 * A snapshot that comes from another node, byte by byte from its first to its last. What was received stays on disk
 * through {@link #suspend()}, a crash and a start, and is continued by a reception of the same content. It is invisible
 * until {@link #finish}. One thread; every method may wait for the disk.
 */
public final class SnapshotIntake {
    private final SnapshotName name;
    private final SnapshotId id;
    private final SnapshotOutput output;
    private final Function<Manifest, SnapshotInput> opener;
    private final Runnable onEnd;

    /** {@code opener} opens what is whole and not committed, {@code onEnd} is told when it is finished or gone. */
    SnapshotIntake(final SnapshotName name, final SnapshotId id, final SnapshotOutput output,
                   final Function<Manifest, SnapshotInput> opener, final Runnable onEnd) {
        this.opener = opener;
        this.onEnd = onEnd;
        this.name = name;
        this.id = id;
        this.output = output;
    }

    /** What is being received. */
    public SnapshotId id() {
        return id;
    }

    /**
     * How much is here; the next byte is the one behind it.
     *
     * @return bytes.
     */
    public long received() {
        return output.length();
    }

    /**
     * Adds the next bytes.
     *
     * @param source where they are; copied or written before the return.
     * @param offset of the first.
     * @param count  how many; no more than are left.
     * @throws IllegalArgumentException when there are more than the snapshot is long.
     * @throws io.fleet.storage.DiskFullException when there is no space; discard or suspend then.
     */
    public void write(final DirectBuffer source, final int offset, final int count) {
        if (count > id.length() - received()) {
            throw new IllegalArgumentException(count + " bytes at " + received() + " of a snapshot of " + id.length());
        }
        output.write(source, offset, count);
    }

    /**
     * Verifies that all is here and is what it should be, has it read, and then makes it the newest snapshot of its
     * group, durably; those before it are deleted. When anything throws, it is not: discard it. After what its pace
     * threw it may be {@link #suspend()}ed as well, to be continued by a next process.
     *
     * @param reader reads it, before it counts; each chunk is verified again. Closing is not its affair.
     * @throws DamagedStorageException when it is not what was announced, or does not read back.
     */
    public void finish(final Consumer<SnapshotInput> reader) {
        final Manifest manifest = output.complete();
        if (!manifest.id(name).equals(id)) {
            throw new DamagedStorageException("what was received is the snapshot " + manifest.id(name)
                + ", and not the one that was announced: " + id);
        }
        try (SnapshotInput input = opener.apply(manifest)) {
            reader.accept(input);
        }
        output.commit();
        onEnd.run();
    }

    /** Makes durable what was received, and closes the files; nothing else may follow. */
    public void suspend() {
        output.suspend();
    }

    /** Deletes what was received; nothing else may follow. Without effect on a snapshot that is finished. */
    public void discard() {
        output.abort();
        onEnd.run();
    }
}
