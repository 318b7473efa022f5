package io.fleet.storage.disk;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import java.io.IOException;
import java.lang.System.Logger;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import org.agrona.BufferUtil;

/**
 * A directory of the file system. It holds an exclusive lock on a lock file while it is open, so that two processes (or
 * two instances in one process) cannot write into the same directory.
 *
 * <p>Threads: each file has one writer at a time; listing, opening, renaming and deleting are safe from any thread.
 */
public final class RealDisk extends Directory {
    private static final int ZEROS_LENGTH = 1024 * 1024;
    private static final boolean SYNC_DIRECTORIES = java.io.File.separatorChar == '/';
    private static final Logger LOG = System.getLogger(RealDisk.class.getName());
    private static final Set<StandardOpenOption> NEW_FILE =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY_MODE = PosixFilePermissions.fromString("rwx------");

    private final FileChannel lockChannel;
    private final FileLock lock;
    private final DiskSpace space;
    private final LongAdder operations = new LongAdder();

    private RealDisk(final Path directory, final FileChannel lockChannel, final FileLock lock,
                     final DiskSpace space) {
        super(directory);
        this.space = space;
        this.lockChannel = lockChannel;
        this.lock = lock;
    }

    /**
     * Opens a directory, creating it and its parents where they do not exist.
     *
     * @param directory its path.
     * @return the open disk; the caller closes it after every file in it.
     * @throws StorageException when it cannot be created, or is in use by another opener.
     */
    public static RealDisk open(final Path directory) {
        FileChannel channel = null;
        try {
            createDirectories(directory.toAbsolutePath());
            warnOfOthers(directory);
            channel = FileChannel.open(directory.resolve(LOCK_FILE),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), fileMode(directory));
            final FileLock lock = tryLock(channel);
            if (lock == null) {
                throw new StorageException("directory " + directory
                    + " is in use: another node holds its lock file " + LOCK_FILE
                    + "; give each node a directory of its own");
            }
            return new RealDisk(directory, channel, lock, new DiskSpace(directory, channel, fileMode(directory)));
        } catch (final IOException e) {
            closeQuietly(channel);
            throw new StorageException("cannot open directory " + directory + ": " + e, e);
        } catch (final StorageException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    /**
     * How many writes and syncs have been completed. Any thread.
     *
     * @return the count; it grows as long as the disk does something.
     */
    public long operations() {
        return operations.sum();
    }

    DiskSpace space() {
        return space;
    }

    @Override
    public DiskFile create(final String file, final long length) {
        return create(file, length, bytes -> {});
    }

    @Override
    public DiskFile create(final String file, final long length, final IntConsumer onWritten) {
        return create(file, length, true, onWritten);
    }

    @Override
    public DiskFile createUnwritten(final String file, final long length) {
        return create(file, length, false, bytes -> {});
    }

    private DiskFile create(final String file, final long length, final boolean zeros,
                            final IntConsumer onWritten) {
        final Path path = path().resolve(file);
        boolean created = false;
        try {
            try (FileChannel channel =
                FileChannel.open(path, NEW_FILE, fileMode(path()))) {
                created = true;
                if (!zeros) {
                    channel.write(ByteBuffer.allocate((int) Math.min(1, length)), Math.max(0, length - 1));
                } else if (length % DirectIo.ALIGNMENT != 0 || !writeZerosPastCache(path, length, onWritten)) {
                    writeZeros(channel, length, onWritten);
                }
                channel.force(true);
            }
            syncDirectory(path());
            return new RealFile(path, space, operations);
        } catch (final IOException e) {
            final boolean full = space.isFull(e, length);
            if (created) {
                deleteQuietly(path);
            }
            final String message = "cannot create file " + path + " of " + length + " bytes: " + e;
            throw full ? new DiskFullException(message) : new StorageException(message, e);
        }
    }

    @Override
    DiskFile openFile(final Path file) throws IOException {
        return new RealFile(file, space, operations);
    }

    @Override
    public void rename(final String from, final String to) {
        try {
            Files.move(path().resolve(from), path().resolve(to), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
            syncDirectory(path());
        } catch (final IOException e) {
            throw new StorageException("cannot rename " + from + " to " + to + " in " + path() + ": " + e, e);
        }
    }

    @Override
    public void delete(final String file) {
        try {
            Files.delete(path().resolve(file));
            syncDirectory(path());
        } catch (final IOException e) {
            throw new StorageException("cannot delete file " + path().resolve(file) + ": " + e, e);
        }
    }

    @Override
    public long usableBytes() {
        return space.usableBytes();
    }

    @Override
    public void close() {
        try {
            lock.release();
            lockChannel.close();
        } catch (final IOException e) {
            throw new StorageException("cannot release the lock of directory " + path() + ": " + e, e);
        }
    }

    private static boolean isPosix(final Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] fileMode(final Path path) {
        return isPosix(path) ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FILE_MODE)}
            : new FileAttribute<?>[0];
    }

    /** A directory that was there before is left as its owner has made it. */
    private static void warnOfOthers(final Path directory) throws IOException {
        if (!isPosix(directory)) {
            return;
        }
        final Set<PosixFilePermission> found = Files.getPosixFilePermissions(directory);
        if (!DIRECTORY_MODE.containsAll(found)) {
            LOG.log(Logger.Level.WARNING, "directory " + directory + " has the mode "
                + PosixFilePermissions.toString(found) + ", and files of former versions in it may be"
                + " read by others of this machine: what is new in it is for"
                + " this user only; for all of it run chmod -R go-rwx " + directory);
        }
    }

    private static FileLock tryLock(final FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (final OverlappingFileLockException e) {
            return null;
        }
    }

    private static void createDirectories(final Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return;
        }
        final Path parent = path.getParent();
        if (parent != null) {
            createDirectories(parent);
        }
        try {
            Files.createDirectory(path, isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(DIRECTORY_MODE)}
                : new FileAttribute<?>[0]);
        } catch (final FileAlreadyExistsException e) {
            if (!Files.isDirectory(path)) {
                throw e;
            }
        }
        if (parent != null) {
            syncDirectory(parent);
        }
    }

    /** Whether the file system could do it. */
    private boolean writeZerosPastCache(final Path path, final long length, final IntConsumer onWritten)
        throws IOException {
        try (FileChannel direct = DirectIo.open(path)) {
            if (direct != null) {
                writeZeros(direct, length, onWritten);
            }
            return direct != null;
        } catch (final IOException e) {
            // Refused, or failed: the same through the cache tells which.
            return false;
        }
    }

    private void writeZeros(final FileChannel channel, final long length, final IntConsumer onWritten)
        throws IOException {
        final ByteBuffer zeros = BufferUtil.allocateDirectAligned(
            (int) Math.min(ZEROS_LENGTH, Math.max(1, length)), DirectIo.ALIGNMENT);
        long left = length;
        while (left > 0) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), left));
            final int written = channel.write(zeros);
            left -= written;
            operations.increment();
            onWritten.accept(written);
        }
    }

    private static void syncDirectory(final Path path) throws IOException {
        if (SYNC_DIRECTORIES) {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static void deleteQuietly(final Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (final IOException ignored) {
            // the caller reports the failure that came first; whoever creates the file again removes what is left
        }
    }

    private static void closeQuietly(final FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (final IOException ignored) {
                // the caller reports the failure that came first
            }
        }
    }
}
