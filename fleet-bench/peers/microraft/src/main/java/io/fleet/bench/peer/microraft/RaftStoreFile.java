package io.fleet.bench.peer.microraft;

import io.microraft.lifecycle.RaftNodeLifecycleAware;
import io.microraft.model.log.LogEntry;
import io.microraft.model.log.RaftGroupMembersView;
import io.microraft.model.log.SnapshotChunk;
import io.microraft.model.persistence.RaftEndpointPersistentState;
import io.microraft.model.persistence.RaftTermPersistentState;
import io.microraft.persistence.RaftStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The durable state of one replica. Records are collected in memory; a flush writes and syncs all of them at once, as
 * the contract of {@link RaftStore} allows. Record: length of what follows, CRC32C of what stands behind it, kind, log
 * index, term, key, value. On the replica's thread; how often it was synced, any may ask.
 */
final class RaftStoreFile implements RaftStore, RaftNodeLifecycleAware {
    static final int FILE_BYTES = 256 << 20;
    private static final int BATCH_BYTES = 8 << 20;
    /** Length and checksum. */
    private static final int HEAD_BYTES = 2 * Integer.BYTES;
    /** Kind, index, term and key. */
    private static final int FIELD_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;
    private static final int ENTRY = 1;
    private static final int TRUNCATE = 2;
    private static final byte[] NOTHING = new byte[0];

    private final FileChannel log;
    private final FileChannel meta;
    private final boolean syncs;
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer batch = ByteBuffer.allocateDirect(BATCH_BYTES);
    private long position;
    private boolean isDirty;
    private volatile long flushes;

    private RaftStoreFile(final FileChannel log, final FileChannel meta, final boolean syncs) {
        this.log = log;
        this.meta = meta;
        this.syncs = syncs;
    }

    /** Makes the files, the log with zeros in it. */
    static RaftStoreFile create(final Path directory, final boolean syncs) throws IOException {
        Files.createDirectories(directory);
        final FileChannel log = open(directory.resolve("log"));
        final ByteBuffer zeros = ByteBuffer.allocateDirect(BATCH_BYTES);
        for (long at = 0; at < FILE_BYTES; at += BATCH_BYTES) {
            log.write(zeros.clear(), at);
        }
        log.force(true);
        return new RaftStoreFile(log, open(directory.resolve("meta")), syncs);
    }

    private static FileChannel open(final Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    @Override
    public void persistLogEntries(final List<LogEntry> entries) throws IOException {
        for (final LogEntry entry : entries) {
            if (entry.getOperation() instanceof Put put) {
                append(ENTRY, entry.getIndex(), entry.getTerm(), put.key(), put.value());
            } else {
                append(ENTRY, entry.getIndex(), entry.getTerm(), -1,
                    entry.getOperation().toString().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    @Override
    public void truncateLogEntriesFrom(final long index) throws IOException {
        append(TRUNCATE, index, 0, 0, NOTHING);
    }

    @Override
    public void truncateLogEntriesUntil(final long index) {
        // The file is used again from its begin.
    }

    @Override
    public void persistSnapshotChunk(final SnapshotChunk chunk) {
        // Snapshots are there to let entries in memory go, and are told of as not durable.
    }

    @Override
    public void deleteSnapshotChunks(final long index, final int count) {
        // None was written.
    }

    private void append(final int kind, final long index, final int term, final long key, final byte[] value)
        throws IOException {
        final int length = FIELD_BYTES + value.length;
        if (batch.remaining() < HEAD_BYTES + length) {
            write();
        }
        final int at = batch.position();
        batch.position(at + HEAD_BYTES);
        batch.putInt(kind).putLong(index).putInt(term).putLong(key).put(value);
        crc.reset();
        final int end = batch.position();
        crc.update(batch.flip().position(at + HEAD_BYTES));
        batch.limit(batch.capacity()).position(end);
        batch.putInt(at, length).putInt(at + Integer.BYTES, (int) crc.getValue());
        isDirty = true;
    }

    private void write() throws IOException {
        batch.flip();
        if (position + batch.remaining() > FILE_BYTES) {
            position = 0;
        }
        while (batch.hasRemaining()) {
            position += log.write(batch, position);
        }
        batch.clear();
    }

    @Override
    public void flush() throws IOException {
        if (!isDirty) {
            return;
        }
        write();
        if (syncs) {
            log.force(false);
            flushes = flushes + 1;
        }
        isDirty = false;
    }

    long flushes() {
        return flushes;
    }

    @Override
    public void persistAndFlushLocalEndpoint(final RaftEndpointPersistentState state) throws IOException {
        note("endpoint " + state.getLocalEndpoint().getId() + ", voting " + state.isVoting());
    }

    @Override
    public void persistAndFlushInitialGroupMembers(final RaftGroupMembersView members) throws IOException {
        note("members " + members.getMembers());
    }

    @Override
    public void persistAndFlushTerm(final RaftTermPersistentState state) throws IOException {
        note("term " + state.getTerm() + ", voted for " + state.getVotedFor());
    }

    private void note(final String line) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            meta.write(bytes, meta.size());
        }
        if (syncs) {
            meta.force(true);
        }
    }

    @Override
    public void onRaftNodeTerminate() {
        try {
            log.close();
            meta.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
