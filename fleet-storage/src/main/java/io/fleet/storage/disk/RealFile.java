package io.fleet.storage.disk;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.StorageException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A file of a {@link RealDisk}. Reads go through a handle of their own under a lock, because an interrupt of a reading
 * thread would close a shared channel under the writer. An interrupt of the writing thread is a failed write or sync,
 * which is fatal. What is read in whole blocks into aligned memory is read past the page cache, by a third handle; once
 * an interrupt has closed that one, the second does its work.
 */
final class RealFile implements DiskFile {
    private static final int READ_CHUNK = 256 * 1024;
    /** How many sources a writer usually alternates between: two that are filled in turn, one for control frames. */
    private static final int VIEWS = 4;

    private final DiskSpace space;
    private final LongAdder operations;
    private final String name;
    private final Path path;
    private final FileChannel channel;
    private FileChannel direct;
    private final RandomAccessFile reader;
    private final Object readLock = new Object();
    /** Guarded by {@link #readLock}, and opened by the first read that it can serve. */
    private FileChannel directReader;
    private boolean directReads = true;
    private final long length;
    /** The writer's: views of the buffers that it wrote from, so that a write makes no object. */
    private final ByteBuffer[] viewed = new ByteBuffer[VIEWS];
    private final ByteBuffer[] views = new ByteBuffer[VIEWS];
    private int nextView;

    /** {@code operations} counts writes and syncs that are done. */
    RealFile(final Path path, final DiskSpace space, final LongAdder operations) throws IOException {
        this.space = space;
        this.operations = operations;
        this.path = path;
        this.name = path.getFileName().toString();
        this.channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        RandomAccessFile opened = null;
        try {
            opened = new RandomAccessFile(path.toFile(), "r");
            this.length = channel.size();
        } catch (final IOException e) {
            channel.close();
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
        this.reader = opened;
        this.direct = DirectIo.open(path);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void write(final long position, final DirectBuffer source, final int offset, final int count) {
        if (position < 0 || count < 0 || position + count > length) {
            throw new IllegalArgumentException("write of " + count + " bytes at " + position + " is not within the "
                + length + " bytes of file " + path);
        }
        final ByteBuffer bytes = bytesOf(source, offset, count);
        long at = position;
        try {
            while (bytes.hasRemaining()) {
                at += direct != null && DirectIo.fits(bytes, at) ? writePastCache(bytes, at)
                    : channel.write(bytes, at);
                operations.increment();
            }
        } catch (final IOException e) {
            final String message = "cannot write " + count + " bytes at " + position + " of file " + path + ": " + e;
            throw space.isFull(e, count) ? new DiskFullException(message) : new StorageException(message, e);
        }
    }

    @Override
    public int read(final long position, final MutableDirectBuffer target, final int offset, final int count) {
        final int wanted = (int) Math.max(0, Math.min(count, length - position));
        try {
            synchronized (readLock) {
                final int done = directReads ? readPastCache(position, target, offset, wanted) : 0;
                if (done == wanted) {
                    return done;
                }
                reader.seek(position + done);
                return done + (target.byteArray() != null
                    ? readInto(target.byteArray(), target.wrapAdjustment() + offset + done, wanted - done)
                    : readThrough(target, offset + done, wanted - done));
            }
        } catch (final IOException e) {
            throw new ReadFailedException("cannot read " + count + " bytes at " + position + " of file " + path + ": "
                + e, e);
        }
    }

    @Override
    public void sync() {
        try {
            channel.force(false);
            operations.increment();
        } catch (final IOException e) {
            throw new StorageException("cannot sync file " + path + ": " + e, e);
        }
    }

    @Override
    public void close() {
        try {
            reader.close();
            channel.close();
            if (direct != null) {
                direct.close();
            }
            synchronized (readLock) {
                directReads = false;
                if (directReader != null) {
                    directReader.close();
                }
            }
        } catch (final IOException e) {
            throw new StorageException("cannot close file " + path + ": " + e, e);
        }
    }

    /**
     * A file system that takes the option but not the writes is asked no more: what it says then differs by language,
     * so whatever it says, the write goes through the cache, and what is wrong there too is an error. Nothing counts
     * before a sync, which does not pass over a write that the device has failed.
     */
    private int writePastCache(final ByteBuffer bytes, final long position) throws IOException {
        final int before = bytes.position();
        try {
            return direct.write(bytes, position);
        } catch (final ClosedChannelException e) {
            throw e;
        } catch (final IOException e) {
            bytes.position(before);
            direct.close();
            direct = null;
            return 0;
        }
    }

    /** What can be read past the cache, from the first byte on; 0 where nothing can. */
    private int readPastCache(final long position, final MutableDirectBuffer target, final int offset,
                              final int wanted) throws IOException {
        if (target.byteBuffer() == null) {
            return 0;
        }
        final int start = target.wrapAdjustment() + offset;
        final ByteBuffer bytes = target.byteBuffer().duplicate().clear().limit(start + wanted).position(start);
        if (!DirectIo.fits(bytes, position)) {
            return 0;
        }
        if (directReader == null) {
            directReader = DirectIo.openToRead(path);
            directReads = directReader != null;
        }
        int done = 0;
        try {
            while (directReads && DirectIo.fits(bytes, position + done)) {
                final int count = directReader.read(bytes, position + done);
                if (count < 0) {
                    break;
                }
                done += count;
            }
        } catch (final IOException e) {
            // Closed by an interrupt, or refused; what cannot be read at all fails again through the cache.
            directReads = false;
        }
        return done;
    }

    private int readInto(final byte[] array, final int start, final int wanted) throws IOException {
        int done = 0;
        while (done < wanted) {
            final int count = reader.read(array, start + done, Math.min(READ_CHUNK, wanted - done));
            if (count < 0) {
                break;
            }
            done += count;
        }
        return done;
    }

    private int readThrough(final MutableDirectBuffer target, final int offset, final int wanted) throws IOException {
        final byte[] chunk = new byte[Math.min(READ_CHUNK, Math.max(1, wanted))];
        int done = 0;
        while (done < wanted) {
            final int count = reader.read(chunk, 0, Math.min(chunk.length, wanted - done));
            if (count < 0) {
                break;
            }
            target.putBytes(offset + done, chunk, 0, count);
            done += count;
        }
        return done;
    }

    private ByteBuffer bytesOf(final DirectBuffer source, final int offset, final int count) {
        final int start = source.wrapAdjustment() + offset;
        if (source.byteArray() != null) {
            return ByteBuffer.wrap(source.byteArray(), start, count);
        }
        if (source.byteBuffer() != null) {
            return viewOf(source.byteBuffer()).clear().limit(start + count).position(start);
        }
        final byte[] copy = new byte[count];
        source.getBytes(offset, copy);
        return ByteBuffer.wrap(copy);
    }

    /** Not the buffer itself: its position and limit are its owner's. */
    private ByteBuffer viewOf(final ByteBuffer buffer) {
        for (int i = 0; i < VIEWS; i++) {
            if (viewed[i] == buffer) {
                return views[i];
            }
        }
        final int index = nextView;
        nextView = (index + 1) % VIEWS;
        viewed[index] = buffer;
        views[index] = buffer.duplicate();
        return views[index];
    }
}
