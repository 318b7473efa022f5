package io.fleet.storage.disk;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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

    private final FileChannel lockChannel;
    private final FileLock lock;

    private RealDisk(final Path directory, final FileChannel lockChannel, final FileLock lock) {
        super(directory);
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
            channel = FileChannel.open(directory.resolve(LOCK_FILE), StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
            final FileLock lock = tryLock(channel);
            if (lock == null) {
                throw new StorageException("directory " + directory
                    + " is in use: another node holds its lock file " + LOCK_FILE
                    + "; give each node a directory of its own");
            }
            return new RealDisk(directory, channel, lock);
        } catch (final IOException e) {
            closeQuietly(channel);
            throw new StorageException("cannot open directory " + directory + ": " + e, e);
        } catch (final StorageException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    @Override
    public DiskFile create(final String file, final long length) {
        return create(file, length, true);
    }

    @Override
    public DiskFile createUnwritten(final String file, final long length) {
        return create(file, length, false);
    }

    private DiskFile create(final String file, final long length, final boolean zeros) {
        final Path path = path().resolve(file);
        boolean created = false;
        try {
            try (FileChannel channel =
                     FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                created = true;
                if (!zeros) {
                    channel.write(ByteBuffer.allocate((int) Math.min(1, length)), Math.max(0, length - 1));
                } else if (length % DirectIo.ALIGNMENT != 0 || !writeZerosPastCache(path, length)) {
                    writeZeros(channel, length);
                }
                channel.force(true);
            }
            syncDirectory(path());
            return new RealFile(path);
        } catch (final IOException e) {
            final boolean full = created && isFull(e, length);
            if (created) {
                deleteQuietly(path);
            }
            final String message = "cannot create file " + path + " of " + length + " bytes: " + e;
            throw full ? new DiskFullException(message) : new StorageException(message, e);
        }
    }

    @Override
    DiskFile openFile(final Path file) throws IOException {
        return new RealFile(file);
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
    public void close() {
        try {
            lock.release();
            lockChannel.close();
        } catch (final IOException e) {
            throw new StorageException("cannot release the lock of directory " + path() + ": " + e, e);
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
        Files.createDirectories(path);
        if (parent != null) {
            syncDirectory(parent);
        }
    }

    /** Whether the file system could do it. */
    private static boolean writeZerosPastCache(final Path path, final long length) throws IOException {
        try (FileChannel direct = DirectIo.open(path)) {
            if (direct != null) {
                writeZeros(direct, length);
            }
            return direct != null;
        } catch (final IOException e) {
            if (DirectIo.isRefusal(e)) {
                return false;
            }
            throw e;
        }
    }

    private static void writeZeros(final FileChannel channel, final long length) throws IOException {
        final ByteBuffer zeros = BufferUtil.allocateDirectAligned(
            (int) Math.min(ZEROS_LENGTH, Math.max(1, length)), DirectIo.ALIGNMENT);
        long left = length;
        while (left > 0) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), left));
            left -= channel.write(zeros);
        }
    }

    private static void syncDirectory(final Path path) throws IOException {
        if (SYNC_DIRECTORIES) {
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private boolean isFull(final IOException e, final long length) {
        final String message = String.valueOf(e.getMessage());
        if (message.contains("No space left") || message.contains("quota exceeded")) {
            return true;
        }
        try {
            return Files.getFileStore(path()).getUsableSpace() < length;
        } catch (final IOException ignored) {
            return false;
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
