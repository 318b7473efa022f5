package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.PatientReads;
import io.fleet.storage.disk.SpareFiles;
import java.security.SecureRandom;
import java.util.function.IntConsumer;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Creates, opens and renames the files of one log in one directory. One thread at a time creates, opens or retires;
 * files are renamed by the one that flushes, which may be another.
 *
 * <p>A file that is trimmed may become a later one. What it held is void from then on, whatever of it is left: flushes
 * name the new salt, and the checksums of records carry it. It is renamed durably before a byte is written over it, so
 * whoever reads the log never finds it under the name it had, changed. It gets its new name only when its new header is
 * durable, with zeros behind it, where the first flush goes.
 */
public final class FileFactory {
    private static final CoverageMark LEFT_OVER = CoverageMark.named("file-factory.left-over-removed");
    private static final CoverageMark REUSED = CoverageMark.named("file-factory.spare-file-used");
    private static final CoverageMark UNFIT = CoverageMark.named("file-factory.spare-file-unfit");
    private static final CoverageMark UNOPENED = CoverageMark.named("file-factory.spare-file-not-opened");
    private static final SecureRandom SALTS = new SecureRandom();

    private final LogSettings settings;
    private final StorageIdentity identity;
    private final Disk disk;
    private final SpareFiles spares;
    /** A header, and zeros behind it. */
    private final UnsafeBuffer block = new UnsafeBuffer(new byte[2 * FrameHeader.BLOCK]);
    private final Checksum checksum = new Checksum();

    public FileFactory(final LogSettings settings, final StorageIdentity identity, final Disk disk) {
        this.settings = settings;
        this.identity = identity;
        this.disk = disk;
        this.spares = new SpareFiles(disk, settings.prefix());
    }

    /**
     * Makes a file under its {@code .next} name, header durable, of a spare one where there is one. What an earlier
     * attempt left is removed first.
     *
     * @param onWritten told of bytes as a new file is filled; may wait there.
     * @throws io.fleet.storage.DiskFullException when there is no space for it.
     */
    LogFile createNext(final long number, final IntConsumer onWritten) {
        final String name = LogFileName.next(settings.prefix(), number).text();
        if (disk.exists(name)) {
            LEFT_OVER.hit();
            disk.delete(name);
        }
        for (String spare = spares.poll(); spare != null; spare = spares.poll()) {
            final DiskFile opened = openSpare(spare);
            if (opened == null) {
                break;
            }
            final LogFile renewed = renew(opened, spare, number, name);
            if (renewed != null) {
                return renewed;
            }
        }
        final DiskFile file = create(name, onWritten);
        return new LogFile(number, begin(file, number, false), file, name);
    }

    LogFile createNext(final long number) {
        return createNext(number, bytes -> {});
    }

    private DiskFile create(final String name, final IntConsumer onWritten) {
        try {
            return disk.create(name, settings.fileLength(), onWritten);
        } catch (final DiskFullException e) {
            if (!SpareFiles.giveUp(disk)) {
                throw e;
            }
            return disk.create(name, settings.fileLength(), onWritten);
        }
    }

    /** Null where it cannot be opened, as when there are no file descriptors: it stays a spare one, if it is there. */
    private DiskFile openSpare(final String spare) {
        try {
            return disk.open(spare);
        } catch (final StorageException e) {
            UNOPENED.hit();
            spares.putBack(spare);
            return null;
        }
    }

    /** Makes a spare file the next one; null when it is not fit for that, and gone. */
    private LogFile renew(final DiskFile file, final String spare, final long number, final String name) {
        LogFile renewed = null;
        try {
            renewed = begun(file, number, name);
            renewed = renewed != null && isRenamed(spare, name) ? renewed : null;
        } finally {
            if (renewed == null) {
                CloseHelper.close(file);
            }
        }
        if (renewed == null) {
            UNFIT.hit();
            SpareFiles.delete(disk, spare);
        } else {
            REUSED.hit();
        }
        return renewed;
    }

    private LogFile begun(final DiskFile file, final long number, final String name) {
        try {
            return file.length() != settings.fileLength() ? null
                : new LogFile(number, begin(file, number, true), file, name, true);
        } catch (final StorageException e) {
            // Nobody relies on it: another file will do.
            return null;
        }
    }

    /** Others may have deleted it meanwhile, where they found the disk full. */
    private boolean isRenamed(final String spare, final String name) {
        try {
            disk.rename(spare, name);
            return true;
        } catch (final StorageException e) {
            if (disk.exists(spare) || disk.exists(name)) {
                throw e;
            }
            return false;
        }
    }

    private long begin(final DiskFile file, final long number, final boolean isReused) {
        final long salt = SALTS.nextLong();
        FileHeader.encode(block, settings, identity, number, settings.fileLength(), salt, isReused, checksum);
        file.write(0, block, 0, isReused ? block.capacity() : FrameHeader.BLOCK);
        file.sync();
        return salt;
    }

    /**
     * Lets go of a file that is trimmed: it is kept to be used again, or deleted where somebody still reads it or there
     * are enough.
     */
    void retire(final LogFile file, final int others) {
        final boolean isFit = file.letGo() && file.length == settings.fileLength();
        if (!isFit || !spares.keep(file.name(), file.number, others)) {
            disk.delete(file.name());
        }
    }

    SpareFiles spares() {
        return spares;
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
            return new LogFile(name.number(), salt, file, name.text(), FileHeader.isReused(block));
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
