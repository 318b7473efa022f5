package io.fleet.storage.snapshot;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.PatientReads;
import io.fleet.storage.log.Checksum;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What a snapshot consists of, in one block.
 *
 * <pre>
 *  0 magic (8)  8 checksum of what follows (4)  12 format version (4)  16 cluster (8)  24 node (4)  28 group (4)  32
 *  lsn (8)
 * 40 generation (4)  44 checksum over all payload (4)  48 payload length (8)  56 chunks (8)
 * </pre>
 *
 * @param length   of the payload in bytes.
 * @param chunks   that hold it.
 * @param checksum over the whole payload.
 */
record Manifest(long length, long chunks, int checksum) {
    private static final int FILE_LENGTH = 4096;
    private static final int VERSION = 1;
    private static final long MAGIC = 0x5041_4E53_5445_4C46L;
    private static final int CHECKED_OFFSET = 12;
    private static final int ENCODED_LENGTH = 64;

    /** What the snapshot of a name holds. */
    SnapshotId id(final SnapshotName name) {
        return new SnapshotId(name.lsn(), length, checksum);
    }

    void write(final Disk disk, final StorageIdentity identity, final SnapshotName name) {
        final UnsafeBuffer block = new UnsafeBuffer(new byte[FILE_LENGTH]);
        block.putLong(0, MAGIC, LITTLE_ENDIAN);
        block.putInt(12, VERSION, LITTLE_ENDIAN);
        block.putLong(16, identity.clusterId(), LITTLE_ENDIAN);
        block.putInt(24, identity.nodeId(), LITTLE_ENDIAN);
        block.putInt(28, name.groupId(), LITTLE_ENDIAN);
        block.putLong(32, name.lsn(), LITTLE_ENDIAN);
        block.putInt(40, name.generation(), LITTLE_ENDIAN);
        block.putInt(44, checksum, LITTLE_ENDIAN);
        block.putLong(48, length, LITTLE_ENDIAN);
        block.putLong(56, chunks, LITTLE_ENDIAN);
        block.putInt(8, new Checksum().of(block, CHECKED_OFFSET, ENCODED_LENGTH - CHECKED_OFFSET), LITTLE_ENDIAN);
        try (DiskFile file = disk.create(name.temporaryManifest(), FILE_LENGTH)) {
            file.write(0, block, 0, FILE_LENGTH);
            file.sync();
        }
        disk.rename(name.temporaryManifest(), name.manifest());
    }

    /** Whether the disk reads what the manifest is of. */
    private static boolean answers(final Disk disk, final SnapshotName name) {
        if (!disk.exists(name.part(0))) {
            return true;
        }
        try (DiskFile part = disk.open(name.part(0))) {
            return PatientReads.isRead(part);
        }
    }

    static Manifest read(final Disk disk, final StorageIdentity identity, final SnapshotName name) {
        final String where = disk.name() + "/" + name.manifest();
        final UnsafeBuffer block = new UnsafeBuffer(new byte[FILE_LENGTH]);
        try (DiskFile file = disk.open(name.manifest())) {
            final int read =
                PatientReads.read(file, where, 0, block, 0, FILE_LENGTH, () -> answers(disk, name));
            if (read < ENCODED_LENGTH || block.getLong(0, LITTLE_ENDIAN) != MAGIC
                || block.getInt(8, LITTLE_ENDIAN) != new Checksum().of(block, CHECKED_OFFSET, ENCODED_LENGTH
                    - CHECKED_OFFSET)) {
                throw new DamagedStorageException(where + ": the manifest fails its checksum");
            }
        }
        if (block.getInt(12, LITTLE_ENDIAN) != VERSION) {
            throw new ForeignStorageException(where + ": written in format version " + block.getInt(12, LITTLE_ENDIAN)
                + ", this is version " + VERSION);
        }
        final StorageIdentity found =
            new StorageIdentity(block.getLong(16, LITTLE_ENDIAN), block.getInt(24, LITTLE_ENDIAN));
        if (!found.equals(identity)) {
            throw new ForeignStorageException(where + ": belongs to " + found + ", opened as " + identity);
        }
        if (block.getInt(28, LITTLE_ENDIAN) != name.groupId() || block.getLong(32, LITTLE_ENDIAN) != name.lsn()
            || block.getInt(40, LITTLE_ENDIAN) != name.generation()) {
            throw new DamagedStorageException(where + ": the manifest was written under another name");
        }
        return new Manifest(block.getLong(48, LITTLE_ENDIAN), block.getLong(56, LITTLE_ENDIAN),
            block.getInt(44, LITTLE_ENDIAN));
    }
}
