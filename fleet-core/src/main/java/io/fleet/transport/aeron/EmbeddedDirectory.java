package io.fleet.transport.aeron;

import io.aeron.CommonContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A new directory for the driver inside this process, and the end of those whose processes were killed: they would fill
 * shared memory, restart by restart. Beside each directory lies a file that its owner keeps locked while it lives; a
 * lock that can be had has lost its owner. Locks say so also across containers, where process ids do not.
 *
 * <p>Shared memory is everybody's, so all of it lies in a directory that only this user can enter, {@code fleet-USER}.
 * One of that name that is another's, a link, or open to others is not used, and a new one with a drawn name is made
 * instead. Nothing is deleted but what is proved to be of this user, and nothing through a link.
 */
final class EmbeddedDirectory implements AutoCloseable {
    private static final Logger LOG = System.getLogger(EmbeddedDirectory.class.getPackageName());
    private static final String PREFIX = "fleet-driver-";
    private static final String LOCK = ".lock";
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rwx------");
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
        return create(Path.of(CommonContext.generateRandomDirName()).toAbsolutePath().getParent());
    }

    /** The same, in a directory that may be everybody's. */
    static EmbeddedDirectory create(final Path shared) {
        try {
            final UserPrincipal user = user(shared);
            final Path home = home(shared, user);
            deleteDead(home, user);
            deleteDead(shared, user);
            EmbeddedDirectory created = tryCreate(home);
            while (created == null) {
                created = tryCreate(home);
            }
            return created;
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot make a directory for the media driver in " + shared, e);
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

    /** Whoever owns what this process makes. */
    private static UserPrincipal user(final Path shared) throws IOException {
        final Path probe = Files.createTempFile(shared, "fleet-", ".probe");
        try {
            return Files.getOwner(probe, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    private static Path home(final Path shared, final UserPrincipal user) throws IOException {
        final Path home = shared.resolve("fleet-" + user.getName().replaceAll("[^A-Za-z0-9_.-]", "_"));
        try {
            return Files.createDirectory(home, mode(shared));
        } catch (final FileAlreadyExistsException e) {
            final String problem = problem(home, user);
            if (problem == null) {
                return home;
            }
            final Path other = Files.createTempDirectory(shared, "fleet-", mode(shared));
            LOG.log(Logger.Level.WARNING, "the directory of media drivers " + home + " is not used, because it "
                + problem + "; this one is in " + other);
            return other;
        }
    }

    /** Why a directory is not only this user's; null when it is. */
    private static String problem(final Path home, final UserPrincipal user) throws IOException {
        if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS)) {
            return "is a link or no directory";
        }
        if (!isOf(user, home)) {
            return "belongs to " + Files.getOwner(home, LinkOption.NOFOLLOW_LINKS).getName();
        }
        if (!isPosix(home)) {
            return null;
        }
        final Set<PosixFilePermission> found = Files.getPosixFilePermissions(home, LinkOption.NOFOLLOW_LINKS);
        return PRIVATE.containsAll(found) ? null : "has the mode " + PosixFilePermissions.toString(found)
            + ", which lets others in";
    }

    private static boolean isOf(final UserPrincipal user, final Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).equals(user);
    }

    private static boolean isPosix(final Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] mode(final Path path) {
        return isPosix(path) ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PRIVATE)}
            : new FileAttribute<?>[0];
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

    private static void deleteDead(final Path parent, final UserPrincipal user) throws IOException {
        try (DirectoryStream<Path> lockFiles = Files.newDirectoryStream(parent, PREFIX + "*" + LOCK)) {
            for (final Path lockFile : lockFiles) {
                if (!OWN.contains(lockFile)) {
                    deleteIfDead(lockFile, user);
                }
            }
        }
    }

    /** Both the lock and the directory beside it must be this user's. Files of another's are none of its business. */
    private static void deleteIfDead(final Path lockFile, final UserPrincipal user) {
        final Path directory = directory(lockFile);
        try {
            if (!Files.isRegularFile(lockFile, LinkOption.NOFOLLOW_LINKS) || !isOf(user, lockFile)) {
                return;
            }
            try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
                if (channel.tryLock() != null) {
                    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) && isOf(user, directory)) {
                        delete(directory);
                    }
                    Files.deleteIfExists(lockFile);
                }
            }
        } catch (final IOException | OverlappingFileLockException e) {
            // Somebody else's: of another user, or just being deleted or examined by another thread.
            return;
        }
    }

    /** Links are deleted, and not followed. */
    private static void delete(final Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(final Path each, final IOException failure) throws IOException {
                Files.deleteIfExists(each);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static Path directory(final Path lockFile) {
        final String name = lockFile.getFileName().toString();
        return lockFile.resolveSibling(name.substring(0, name.length() - LOCK.length()));
    }
}
