package io.fleet.storage.snapshot;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.log.Checksum;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A committed snapshot of which any piece can be read, to send it to others. It stays on disk until it is closed, also
 * when a newer one is committed meanwhile. Each chunk is verified when it is read. One thread; waits for the disk.
 */
public final class SnapshotPieces implements AutoCloseable {
    /** The longest piece in bytes. */
    public static final int MAX_LENGTH = Chunks.PAYLOAD_LENGTH;
    private static final int NONE = -1;

    private final Disk disk;
    private final SnapshotName name;
    private final SnapshotId id;
    private final Runnable onClose;
    private final UnsafeBuffer chunk = Chunks.buffer();
    private final Checksum checksum = new Checksum();
    private DiskFile part;
    private int openPart = NONE;
    private boolean closed;

    SnapshotPieces(final Disk disk, final SnapshotName name, final SnapshotId id, final Runnable onClose) {
        this.onClose = onClose;
        this.disk = disk;
        this.name = name;
        this.id = id;
    }

    /** What is read. */
    public SnapshotId id() {
        return id;
    }

    /**
     * Reads from an offset up to the end of the chunk that holds it.
     *
     * @param offset in the payload; 0 or more.
     * @param target takes up to {@link #MAX_LENGTH} bytes from its start.
     * @return how many were read; 0 at the end of the payload and behind it.
     * @throws DamagedStorageException when the chunk is missing or unsound.
     */
    public int read(final long offset, final MutableDirectBuffer target) {
        if (offset >= id.length()) {
            return 0;
        }
        final long index = offset / Chunks.PAYLOAD_LENGTH;
        final int within = (int) (offset % Chunks.PAYLOAD_LENGTH);
        final int number = Chunks.partOf(index);
        open(number);
        final long at = (index - Chunks.chunksBefore(number)) * Chunks.LENGTH;
        final int read = part.read(at, chunk, 0, Chunks.LENGTH);
        final int length = read < Chunks.LENGTH ? -1 : Chunks.payloadLength(chunk, name, index, checksum);
        if (length <= within) {
            throw new DamagedStorageException(disk.name() + "/" + name.part(number) + " at offset " + at + ": chunk "
                + index + " of the snapshot of group " + name.groupId() + " at lsn " + name.lsn() + " is unsound");
        }
        target.putBytes(0, chunk, Chunks.HEADER_LENGTH + within, length - within);
        return length - within;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            closePart();
            onClose.run();
        }
    }

    private void open(final int number) {
        if (number == openPart) {
            return;
        }
        closePart();
        final String file = name.part(number);
        if (!disk.exists(file)) {
            throw new DamagedStorageException(disk.name() + "/" + file + ": the file is missing");
        }
        part = disk.open(file);
        openPart = number;
    }

    private void closePart() {
        if (part != null) {
            part.close();
            part = null;
            openPart = NONE;
        }
    }
}
