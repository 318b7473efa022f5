package io.fleet.transport.aeron;

import io.aeron.CommonContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.IoUtil;

/**
 * A new directory for the driver inside this process, and the end of those whose processes were killed: they would fill
 * shared memory, restart by restart. Beside each directory lies a file that its owner keeps locked while it lives; a
 * lock that can be had has lost its owner. Locks say so also across containers, where process ids do not.
 */
final class EmbeddedDirectory implements AutoCloseable {
    private static final String PREFIX = "fleet-driver-";
    private static final String LOCK = ".lock";
    /** Closing any channel of a file ends this process's lock on it, so its own are never opened again. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path lockFile;
    private final FileChannel channel;

    private EmbeddedDirectory(final Path lockFile, final FileChannel channel) {
        this.lockFile = lockFile;
        this.channel = channel;
    }

    /** Takes a new name, and deletes the directories of the dead. */
    static EmbeddedDirectory create() {
        final Path parent = Path.of(CommonContext.generateRandomDirName()).toAbsolutePath().getParent();
        try {
            deleteDead(parent);
            EmbeddedDirectory created = tryCreate(parent);
            while (created == null) {
                created = tryCreate(parent);
            }
            return created;
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot make a directory for the media driver in " + parent, e);
        }
    }

    /** The directory, which the driver makes. */
    String name() {
        return directory(lockFile).toString();
    }

    /** Gives the name up; the driver has deleted the directory. */
    @Override
    public void close() {
        try {
            Files.deleteIfExists(lockFile);
            channel.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            OWN.remove(lockFile);
        }
    }

    /** Null when another process took the new file for a dead one's before it was locked. */
    private static EmbeddedDirectory tryCreate(final Path parent) throws IOException {
        final Path lockFile = parent.resolve(PREFIX + UUID.randomUUID() + LOCK);
        OWN.add(lockFile);
        final FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        final FileLock lock = channel.tryLock();
        if (lock != null && Files.exists(lockFile)) {
            return new EmbeddedDirectory(lockFile, channel);
        }
        channel.close();
        OWN.remove(lockFile);
        return null;
    }

    private static void deleteDead(final Path parent) throws IOException {
        try (DirectoryStream<Path> lockFiles = Files.newDirectoryStream(parent, PREFIX + "*" + LOCK)) {
            for (final Path lockFile : lockFiles) {
                if (!OWN.contains(lockFile)) {
                    deleteIfDead(lockFile);
                }
            }
        }
    }

    private static void deleteIfDead(final Path lockFile) {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
            if (channel.tryLock() != null) {
                IoUtil.delete(directory(lockFile).toFile(), true);
                Files.deleteIfExists(lockFile);
            }
        } catch (final IOException | OverlappingFileLockException e) {
            // Somebody else's: of another user, or just being deleted or examined by another thread.
            return;
        }
    }

    private static Path directory(final Path lockFile) {
        final String name = lockFile.getFileName().toString();
        return lockFile.resolveSibling(name.substring(0, name.length() - LOCK.length()));
    }
}
