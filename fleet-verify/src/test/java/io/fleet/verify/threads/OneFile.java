package io.fleet.verify.threads;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.log.Checksum;
import io.fleet.storage.meta.MetaFile;
import io.fleet.storage.meta.MetaImage;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A disk with one file, the meta store's, whose last sequence it keeps. No field is volatile, on purpose. */
final class OneFile implements Disk, DiskFile {
    private static final StorageIdentity IDENTITY = new StorageIdentity(1, 1);
    private static final int[] MEMBERS = {1};
    private static final byte[] FIRST = new byte[MetaImage.HEADER_LENGTH];

    static {
        new MetaImage(IDENTITY, 1, MEMBERS).encode(new UnsafeBuffer(FIRST), new Checksum());
    }

    private static final Queue<OneFile> POOL = new ConcurrentLinkedQueue<>();

    /** With a buffer of its own, which takes long to make. */
    final MetaFile file = MetaFile.open(IDENTITY, 1, MEMBERS, this);
    private long written;
    private int writes;

    static OneFile take() {
        final OneFile file = POOL.poll();
        return file == null ? new OneFile() : file;
    }

    void give() {
        written = 0;
        writes = 0;
        POOL.add(this);
    }

    /** What both slots hold; -1 while they differ. */
    long sequence() {
        return writes == MetaFile.SLOTS ? written : -1;
    }

    @Override
    public String name() {
        return MetaFile.NAME;
    }

    @Override
    public List<String> list() {
        return List.of(MetaFile.NAME);
    }

    @Override
    public boolean exists(final String name) {
        return true;
    }

    @Override
    public DiskFile create(final String name, final long length) {
        throw new AssertionError("the file is there");
    }

    @Override
    public DiskFile open(final String name) {
        return this;
    }

    @Override
    public void rename(final String from, final String to) {
        throw new AssertionError("nothing to rename");
    }

    @Override
    public void delete(final String name) {
        throw new AssertionError("nothing to delete");
    }

    @Override
    public long length() {
        return (long) MetaFile.SLOTS * MetaImage.SLOT_LENGTH;
    }

    @Override
    public void write(final long position, final DirectBuffer source, final int offset, final int length) {
        written = source.getLong(offset + 24, ByteOrder.LITTLE_ENDIAN);
        writes++;
    }

    @Override
    public int read(final long position, final MutableDirectBuffer target, final int offset, final int length) {
        target.putBytes(offset, FIRST);
        return FIRST.length;
    }

    @Override
    public void sync() {
        // Nothing is kept anywhere.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
