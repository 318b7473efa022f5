package io.fleet.storage.snapshot;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.PatientReads;
import io.fleet.storage.log.Checksum;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A snapshot that is being read. It stays on disk until it is closed, also when a newer one is committed meanwhile.
 * Every chunk is verified (again) as it is read. One thread.
 */
public final class SnapshotInput implements AutoCloseable {
    private final Disk disk;
    private final SnapshotName name;
    private final Manifest manifest;
    private final List<String> damaged;
    private final Pace pace;
    private final Runnable onClose;
    /** Read past the page cache: no sync of a log waits for what the cache would read ahead. */
    private final UnsafeBuffer chunk = Chunks.buffer();
    private final Checksum checksum = new Checksum();
    private DiskFile part;
    private int partIndex;
    private int chunkInPart;
    private long nextChunk;
    private int chunkLength;
    private int chunkPosition;
    private long remaining;
    private boolean closed;

    SnapshotInput(final Disk disk, final SnapshotName name, final Manifest manifest, final List<String> damaged,
                  final Pace pace, final Runnable onClose) {
        this.pace = pace;
        this.onClose = onClose;
        this.disk = disk;
        this.name = name;
        this.manifest = manifest;
        this.damaged = List.copyOf(damaged);
        this.remaining = manifest.length();
    }

    /** Up to where the snapshot covers the log of its group. */
    public long lsn() {
        return name.lsn();
    }

    /**
     * What is left to read.
     *
     * @return bytes.
     */
    public long remaining() {
        return remaining;
    }

    /**
     * Newer snapshots of the group that were passed over because they are damaged.
     *
     * @return what is wrong with each; empty as a rule.
     */
    public List<String> damaged() {
        return damaged;
    }

    /**
     * Reads the next bytes.
     *
     * @param target where to put them.
     * @param offset of the first.
     * @param length how many are wanted.
     * @return how many were read, all that are wanted except at the end; -1 at the end when any are wanted.
     * @throws DamagedStorageException when a chunk is missing or unsound.
     */
    public int read(final byte[] target, final int offset, final int length) {
        if (length > 0 && remaining == 0) {
            return -1;
        }
        int done = 0;
        while (done < length && remaining > 0) {
            if (chunkPosition == chunkLength) {
                readChunk();
            }
            final int step = Math.min(length - done, chunkLength - chunkPosition);
            chunk.getBytes(Chunks.HEADER_LENGTH + chunkPosition, target, offset + done, step);
            chunkPosition += step;
            done += step;
            remaining -= step;
        }
        return done;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            closePart();
            onClose.run();
        }
    }

    /**
     * Reads all of a snapshot.
     *
     * @throws DamagedStorageException when it is not what its manifest says.
     */
    static void verify(final Disk disk, final SnapshotName name, final Manifest manifest, final Pace pace) {
        new SnapshotInput(disk, name, manifest, List.of(), pace, () -> {}).verify();
    }

    private void verify() {
        final Checksum whole = new Checksum();
        whole.reset();
        try {
            while (nextChunk < manifest.chunks()) {
                readChunk();
                whole.update(chunk, Chunks.HEADER_LENGTH, chunkLength);
                remaining -= chunkLength;
            }
        } finally {
            closePart();
        }
        if (remaining != 0 || whole.value() != manifest.checksum()) {
            throw new DamagedStorageException(disk.name() + "/" + name.manifest()
                + ": the snapshot fails the checksum over all of it");
        }
    }

    private void readChunk() {
        if (part == null) {
            part = openPart();
            chunkInPart = 0;
        }
        final int read = PatientReads.read(part, disk.name() + "/" + name.part(partIndex),
            (long) chunkInPart * Chunks.LENGTH, chunk, 0, Chunks.LENGTH);
        chunkLength = read < Chunks.LENGTH ? -1 : Chunks.payloadLength(chunk, name, nextChunk, checksum);
        if (chunkLength < 0 || nextChunk == manifest.chunks()) {
            throw new DamagedStorageException(disk.name() + "/" + name.part(partIndex) + " at offset "
                + (long) chunkInPart * Chunks.LENGTH + ": chunk " + nextChunk + " of the snapshot of group "
                + name.groupId() + " at lsn " + name.lsn() + " is unsound");
        }
        chunkPosition = 0;
        nextChunk++;
        chunkInPart++;
        if (chunkInPart == Chunks.chunksInPart(partIndex)) {
            closePart();
            partIndex++;
        }
        pace.onBytes(Chunks.LENGTH);
    }

    private DiskFile openPart() {
        final String file = name.part(partIndex);
        if (!disk.exists(file)) {
            throw new DamagedStorageException(disk.name() + "/" + file + ": the file is missing");
        }
        return disk.open(file);
    }

    private void closePart() {
        if (part != null) {
            part.close();
            part = null;
        }
    }
}
