package io.fleet.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;

/** Whether a directory has no space left, found out by what its disk still takes. Any thread. */
final class DiskSpace {
    private static final byte[] MARK = {'F'};
    private static final Set<StandardOpenOption> NEW_FILE =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    private static final String PROBE = "fleet.probe";

    private final Path directory;
    private final FileChannel lockChannel;
    private final FileAttribute<?>[] mode;

    /** {@code lockChannel} is that of a file that is there, and {@code mode} what new files have. */
    DiskSpace(final Path directory, final FileChannel lockChannel, final FileAttribute<?>... mode) throws IOException {
        this.directory = directory;
        this.lockChannel = lockChannel;
        this.mode = mode;
        Files.deleteIfExists(directory.resolve(PROBE));
        try {
            writeMark(true);
        } catch (final IOException ignored) {
            // a disk that is full already; it is found to be full by its space
        }
    }

    /**
     * Whether a write, or the creation of a file, failed for want of space, of quota or of file descriptors, so that it
     * can be done when there is some. What the system says of it differs by language; so it goes by what the disk does:
     * there is less space than was wanted, or it still takes what is written over a block that it has, and no new one.
     */
    boolean isFull(final IOException e, final long length) {
        if (e instanceof ClosedChannelException || e instanceof FileAlreadyExistsException
            || e instanceof NoSuchFileException || e instanceof AccessDeniedException) {
            return false;
        }
        try {
            return Files.getFileStore(directory).getUsableSpace() < length || takesOldBlocks() && !takesNewOnes();
        } catch (final IOException ignored) {
            return takesOldBlocks() && !takesNewOnes();
        }
    }

    /** As the system says; without a bound where it says nothing. */
    long usableBytes() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (final IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /** That of the lock file, which is written over. */
    private boolean takesOldBlocks() {
        try {
            if (lockChannel.size() == 0) {
                return false;
            }
            writeMark(false);
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    private boolean takesNewOnes() {
        final Path probe = directory.resolve(PROBE);
        try (FileChannel channel = FileChannel.open(probe, NEW_FILE, mode)) {
            channel.write(ByteBuffer.allocate(DirectIo.ALIGNMENT));
            channel.force(false);
            return true;
        } catch (final IOException e) {
            return false;
        } finally {
            delete(probe);
        }
    }

    /** Over the block that the lock file has; its first call has one allocated, where that can be done. */
    private void writeMark(final boolean metadata) throws IOException {
        lockChannel.write(ByteBuffer.wrap(MARK), 0);
        lockChannel.force(metadata);
    }

    private static void delete(final Path probe) {
        try {
            Files.deleteIfExists(probe);
        } catch (final IOException ignored) {
            // the next opener removes it
        }
    }
}
