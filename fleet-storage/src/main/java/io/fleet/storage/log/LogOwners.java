package io.fleet.storage.log;

import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import org.agrona.concurrent.UnsafeBuffer;

/** Finds out whose log a directory holds. */
public final class LogOwners {
    private LogOwners() {
    }

    /**
     * Reads the first sound file header of a log. Files that cannot be read, or whose header is not sound, say nothing.
     *
     * @param prefix of the files' names.
     * @param disk   the directory.
     * @return the owner; null when no file has a sound header.
     */
    public static LogOwner of(final String prefix, final Disk disk) {
        for (final String name : disk.list()) {
            if (LogFileName.parse(prefix, name) != null) {
                final LogOwner owner = read(disk, name);
                if (owner != null) {
                    return owner;
                }
            }
        }
        return null;
    }

    private static LogOwner read(final Disk disk, final String name) {
        final UnsafeBuffer block = new UnsafeBuffer(new byte[FrameHeader.BLOCK]);
        try (DiskFile file = disk.open(name)) {
            final LogOwner owner = file.read(0, block, 0, FrameHeader.BLOCK) < FrameHeader.BLOCK ? null
                : FileHeader.owner(block, new Checksum());
            return owner == null || owner.directory() < 0 || owner.directory() > LogPosition.MAX_DIRECTORY ? null
                : owner;
        } catch (final StorageException e) {
            return null;
        }
    }
}
