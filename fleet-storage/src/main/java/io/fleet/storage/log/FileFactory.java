package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.PatientReads;
import java.security.SecureRandom;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Creates, opens and renames the files of one log in one directory. One thread at a time creates or opens; files are
 * renamed by the one that flushes, which may be another.
 */
public final class FileFactory {
    private static final CoverageMark LEFT_OVER = CoverageMark.named("file-factory.left-over-removed");
    private static final SecureRandom SALTS = new SecureRandom();

    private final LogSettings settings;
    private final StorageIdentity identity;
    private final Disk disk;
    private final UnsafeBuffer block = new UnsafeBuffer(new byte[FrameHeader.BLOCK]);
    private final Checksum checksum = new Checksum();

    public FileFactory(final LogSettings settings, final StorageIdentity identity, final Disk disk) {
        this.settings = settings;
        this.identity = identity;
        this.disk = disk;
    }

    /**
     * Preallocates a file under its {@code .next} name, header durable. What an earlier attempt left is removed first.
     *
     * @throws io.fleet.storage.DiskFullException when there is no space for it.
     */
    LogFile createNext(final long number) {
        final String name = LogFileName.next(settings.prefix(), number).text();
        if (disk.exists(name)) {
            LEFT_OVER.hit();
            disk.delete(name);
        }
        final DiskFile file = disk.create(name, settings.fileLength());
        final long salt = SALTS.nextLong();
        FileHeader.encode(block, settings, identity, number, settings.fileLength(), salt, checksum);
        file.write(0, block, 0, FrameHeader.BLOCK);
        file.sync();
        return new LogFile(number, salt, file, name);
    }

    /** Opens a file and checks its header. */
    LogFile open(final LogFileName name) {
        final DiskFile file = disk.open(name.text());
        boolean opened = false;
        try {
            if (name.state() != LogFileName.State.SEALED) {
                file.sync();
            }
            final String where = where(name.text());
            if (file.length() > LogSettings.MAX_FILE_LENGTH
                || PatientReads.read(file, where, 0, block, 0, FrameHeader.BLOCK) < FrameHeader.BLOCK) {
                throw new DamagedStorageException(where + ": length " + file.length() + " is not in ["
                    + FrameHeader.BLOCK + ", " + LogSettings.MAX_FILE_LENGTH + "]");
            }
            final long salt =
                FileHeader.check(block, settings, identity, name.number(), file.length(), where, checksum);
            opened = true;
            return new LogFile(name.number(), salt, file, name.text());
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    /** Opens a file whose header is not sound: no flush in it is taken for one. */
    LogFile openUnread(final LogFileName name) {
        final DiskFile file = disk.open(name.text());
        if (file.length() > LogSettings.MAX_FILE_LENGTH) {
            file.close();
            throw new DamagedStorageException(where(name.text()) + ": length " + file.length() + " is not in [0, "
                + LogSettings.MAX_FILE_LENGTH + "]");
        }
        return new LogFile(name.number(), SALTS.nextLong(), file, name.text());
    }

    /** Renames a preallocated file to be the one that is written. */
    void activate(final LogFile file) {
        rename(file, LogFileName.active(settings.prefix(), file.number));
    }

    void rename(final LogFile file, final LogFileName to) {
        disk.rename(file.name(), to.text());
        file.renamed(to.text());
    }

    String where(final String file) {
        return disk.name() + "/" + file;
    }
}
