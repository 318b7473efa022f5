package io.fleet.storage.snapshot;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.SpareFiles;
import io.fleet.storage.log.Checksum;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A snapshot that is being written. It ends with {@link #commit()} or {@link #abort()}; when anything else throws, only
 * {@link #abort()} may follow. One thread; every method may wait for the disk.
 */
public final class SnapshotOutput {
    private final StorageIdentity identity;
    private final Disk disk;
    private final SnapshotName name;
    private final Pace pace;
    private final Runnable onCommit;
    private final Runnable onAbort;
    /** Written past the page cache: no sync of a log waits for unwritten chunks. */
    private final UnsafeBuffer chunk = Chunks.buffer();
    private final Checksum chunkChecksum = new Checksum();
    private final Checksum wholeChecksum = new Checksum();
    private DiskFile part;
    private int parts;
    private int chunksInPart;
    private int used;
    private long chunks;
    private long length;
    private boolean ended;

    SnapshotOutput(final StorageIdentity identity, final Disk disk, final SnapshotName name, final Pace pace,
                   final Runnable onCommit, final Runnable onAbort) {
        this.pace = pace;
        this.onCommit = onCommit;
        this.onAbort = onAbort;
        this.identity = identity;
        this.disk = disk;
        this.name = name;
        wholeChecksum.reset();
    }

    /**
     * Adds bytes.
     *
     * @param source where they are; copied or written before the return.
     * @param offset of the first.
     * @param count  how many.
     * @throws io.fleet.storage.DiskFullException when there is no space; abort then.
     */
    public void write(final DirectBuffer source, final int offset, final int count) {
        checkOpen();
        int done = 0;
        while (done < count) {
            final int step = Math.min(count - done, Chunks.PAYLOAD_LENGTH - used);
            source.getBytes(offset + done, chunk, Chunks.HEADER_LENGTH + used, step);
            used += step;
            done += step;
            if (used == Chunks.PAYLOAD_LENGTH) {
                writeChunk();
            }
        }
    }

    /** How many bytes of payload have been written. */
    long length() {
        return length + used;
    }

    /**
     * Goes on behind the full chunks that are sound on the disk, in a new instance and before the first write. What
     * comes after them is written again.
     */
    void resume() {
        while (disk.exists(name.part(parts)) && resumePart()) {
            closePart();
        }
        if (part != null && chunksInPart == 0) {
            part.close();
            part = null;
        }
        if (disk.exists(name.temporaryManifest())) {
            disk.delete(name.temporaryManifest());
        }
        for (int next = part == null ? parts : parts + 1; disk.exists(name.part(next)); next++) {
            disk.delete(name.part(next));
        }
    }

    /** Makes durable what was written and closes the files, so that another instance can go on. */
    void suspend() {
        ended = true;
        if (part != null) {
            part.sync();
            part.close();
            part = null;
        }
    }

    /** Makes what was written durable and readable, though not committed; what it is then. */
    Manifest complete() {
        checkOpen();
        if (used > 0) {
            writeChunk();
        }
        closePart();
        return new Manifest(length, chunks, wholeChecksum.value());
    }

    /**
     * Makes the snapshot durable, reads it back and verifies it, makes it the newest, and deletes the ones before.
     *
     * @throws io.fleet.storage.DamagedStorageException when it does not read back; the one before stays.
     */
    public void commit() {
        final Manifest manifest = complete();
        ended = true;
        manifest.write(disk, identity, name);
        onCommit.run();
    }

    /** Gives up, and deletes what was written. Without effect after a commit that succeeded. */
    public void abort() {
        if (part != null) {
            part.close();
            part = null;
        }
        ended = true;
        onAbort.run();
    }

    /** Whether all chunks of the next part are there; if not, the part stays open behind those that are. */
    private boolean resumePart() {
        part = disk.open(name.part(parts));
        chunksInPart = 0;
        while (chunksInPart < Chunks.chunksInPart(parts)) {
            final int read = part.read((long) chunksInPart * Chunks.LENGTH, chunk, 0, Chunks.LENGTH);
            if (read < Chunks.LENGTH
                || Chunks.payloadLength(chunk, name, chunks, chunkChecksum) < Chunks.PAYLOAD_LENGTH) {
                return false;
            }
            wholeChecksum.update(chunk, Chunks.HEADER_LENGTH, Chunks.PAYLOAD_LENGTH);
            length += Chunks.PAYLOAD_LENGTH;
            chunks++;
            chunksInPart++;
            pace.onBytes(Chunks.LENGTH);
        }
        return true;
    }

    private void checkOpen() {
        if (ended) {
            throw new IllegalStateException("the snapshot of group " + name.groupId() + " at lsn " + name.lsn()
                + " has ended");
        }
    }

    private void writeChunk() {
        Chunks.seal(chunk, name, chunks, used, chunkChecksum);
        wholeChecksum.update(chunk, Chunks.HEADER_LENGTH, used);
        try {
            putChunk();
        } catch (final DiskFullException e) {
            if (!SpareFiles.giveUp(disk)) {
                throw e;
            }
            putChunk();
        }
        length += used;
        used = 0;
        chunks++;
        chunksInPart++;
        if (chunksInPart == Chunks.chunksInPart(parts)) {
            closePart();
        }
        pace.onBytes(Chunks.LENGTH);
    }

    private void putChunk() {
        if (part == null) {
            chunksInPart = 0;
            part = disk.createUnwritten(name.part(parts), (long) Chunks.chunksInPart(parts) * Chunks.LENGTH);
        }
        part.write((long) chunksInPart * Chunks.LENGTH, chunk, 0, Chunks.LENGTH);
    }

    private void closePart() {
        if (part != null) {
            part.sync();
            part.close();
            part = null;
            parts++;
        }
    }
}
