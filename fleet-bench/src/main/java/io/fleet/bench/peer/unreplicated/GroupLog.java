package io.fleet.bench.peer.unreplicated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/**
 * The log: the owner collects records in one batch while the flusher thread writes and syncs the other. Record: length
 * of what follows, CRC32C of what stands behind it, connection, correlation, key, value. All but the flusher's part is
 * for the owner's thread.
 */
final class GroupLog implements AutoCloseable {
    static final int FILE_BYTES = 256 << 20;
    private static final int BATCH_BYTES = 16 << 20;
    /** Length and checksum. */
    private static final int HEAD_BYTES = 2 * Integer.BYTES;
    /** Connection, correlation and key. */
    private static final int FIELD_BYTES = Integer.BYTES + 2 * Long.BYTES;

    private final FileChannel file;
    private final boolean syncs;
    private final Runnable wakeOwner;
    private final Thread flusher;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer filling = ByteBuffer.allocateDirect(BATCH_BYTES);
    private ByteBuffer flushing = ByteBuffer.allocateDirect(BATCH_BYTES);
    private boolean isOut;
    private long position;
    private volatile ByteBuffer order;
    private volatile boolean isDone;
    private volatile boolean running = true;
    private volatile IOException failure;

    private GroupLog(final FileChannel file, final boolean syncs, final Runnable wakeOwner) {
        this.file = file;
        this.syncs = syncs;
        this.wakeOwner = wakeOwner;
        flusher = new Thread(this::flush, "unreplicated-flusher");
        flusher.setDaemon(true);
        flusher.start();
    }

    /**
     * Makes the file, with zeros in it.
     *
     * @param directory takes it.
     * @param syncs     whether batches are synced.
     * @param wakeOwner called on the flusher's thread when a batch is done.
     */
    static GroupLog create(final Path directory, final boolean syncs, final Runnable wakeOwner) throws IOException {
        Files.createDirectories(directory);
        final FileChannel file = FileChannel.open(directory.resolve("log"), StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE);
        final ByteBuffer zeros = ByteBuffer.allocateDirect(BATCH_BYTES);
        for (long at = 0; at < FILE_BYTES; at += BATCH_BYTES) {
            file.write(zeros.clear(), at);
        }
        file.force(true);
        return new GroupLog(file, syncs, wakeOwner);
    }

    /** The longest value that fits. */
    static int maxValueBytes() {
        return BATCH_BYTES - HEAD_BYTES - FIELD_BYTES;
    }

    /** Takes a record into the batch that is being filled; false when it has no room. */
    boolean append(final int connection, final long correlation, final long key, final ByteBuffer value) {
        final int length = FIELD_BYTES + value.remaining();
        if (filling.remaining() < HEAD_BYTES + length) {
            return false;
        }
        final int at = filling.position();
        filling.position(at + HEAD_BYTES);
        filling.putInt(connection).putLong(correlation).putLong(key).put(value);
        crc.reset();
        crc.update(filling.duplicate().flip().position(at + HEAD_BYTES));
        filling.putInt(at, length).putInt(at + Integer.BYTES, (int) crc.getValue());
        return true;
    }

    /** Gives the flusher what has come, if there is anything and it is free. */
    void handOver() {
        if (isOut || filling.position() == 0) {
            return;
        }
        final ByteBuffer batch = filling;
        filling = flushing.clear();
        flushing = batch;
        isOut = true;
        isDone = false;
        order = batch.flip();
        LockSupport.unpark(flusher);
    }

    /** Tells of each record that has become durable since the last call. */
    void takeDone(final Durable durable) throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (!isOut || !isDone) {
            return;
        }
        isOut = false;
        final ByteBuffer batch = flushing.rewind();
        while (batch.hasRemaining()) {
            final int end = batch.getInt() + batch.position() + Integer.BYTES;
            batch.getInt();
            final int connection = batch.getInt();
            final long correlation = batch.getLong();
            final long key = batch.getLong();
            durable.onDurable(connection, correlation, key, batch, end - batch.position());
            batch.position(end);
        }
    }

    private void flush() {
        while (running) {
            final ByteBuffer batch = order;
            if (batch == null) {
                LockSupport.park();
                continue;
            }
            order = null;
            try {
                write(batch);
            } catch (final IOException e) {
                failure = e;
            }
            isDone = true;
            wakeOwner.run();
        }
    }

    private void write(final ByteBuffer batch) throws IOException {
        if (position + batch.remaining() > FILE_BYTES) {
            position = 0;
        }
        while (batch.hasRemaining()) {
            position += file.write(batch, position);
        }
        if (syncs) {
            file.force(false);
        }
    }

    @Override
    public void close() throws IOException {
        running = false;
        LockSupport.unpark(flusher);
        file.close();
    }

    /** Takes records that are durable. */
    interface Durable {
        /** The value is at the position of the buffer; what of it is read, and how far, is of no importance. */
        void onDurable(int connection, long correlation, long key, ByteBuffer buffer, int valueLength);
    }
}
