package io.fleet.storage.disk;

import io.fleet.storage.StorageException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A file of a {@link ReadOnlyDisk}. One thread. */
final class ReadOnlyFile implements DiskFile {
    private static final int CHUNK = 256 * 1024;

    private final Path path;
    private final RandomAccessFile file;
    private final long length;
    private byte[] chunk = new byte[0];

    ReadOnlyFile(final Path path) throws IOException {
        this.path = path;
        file = new RandomAccessFile(path.toFile(), "r");
        boolean opened = false;
        try {
            length = file.length();
            opened = true;
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    @Override
    public String name() {
        return path.getFileName().toString();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void write(final long position, final DirectBuffer source, final int offset, final int count) {
        throw new UnsupportedOperationException("cannot write file " + path + ", which is open for reading only");
    }

    @Override
    public int read(final long position, final MutableDirectBuffer target, final int offset, final int count) {
        final int wanted = (int) Math.max(0, Math.min(count, length - position));
        try {
            file.seek(position);
            int done = 0;
            while (done < wanted) {
                final int step = Math.min(CHUNK, wanted - done);
                if (chunk.length < step) {
                    chunk = new byte[step];
                }
                final int read = file.read(chunk, 0, step);
                if (read < 0) {
                    break;
                }
                target.putBytes(offset + done, chunk, 0, read);
                done += read;
            }
            return done;
        } catch (final IOException e) {
            throw new StorageException("cannot read " + count + " bytes at " + position + " of file " + path + ": " + e,
                e);
        }
    }

    /** Nothing was written, so there is nothing to do. */
    @Override
    public void sync() {
        // see above
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (final IOException e) {
            throw new StorageException("cannot close file " + path + ": " + e, e);
        }
    }
}
