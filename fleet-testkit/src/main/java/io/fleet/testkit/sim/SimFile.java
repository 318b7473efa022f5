package io.fleet.testkit.sim;

import io.fleet.storage.StorageException;
import io.fleet.storage.disk.DiskFile;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** One open file of a {@link SimDisk}. */
final class SimFile implements DiskFile {
    private final SimDisk disk;
    private final String name;
    private final FileImage image;
    private boolean closed;

    SimFile(final SimDisk disk, final String name, final FileImage image) {
        this.disk = disk;
        this.name = name;
        this.image = image;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long length() {
        return image.length();
    }

    @Override
    public void write(final long position, final DirectBuffer source, final int offset, final int length) {
        requireOpen();
        if (position < 0 || length < 0 || position > image.length() - length) {
            throw new StorageException("disk " + disk.name() + ": write of " + length + " bytes at " + position + " of "
                + name + ", which is " + image.length() + " bytes long");
        }
        disk.medium().write(name, image, position, source, offset, length);
    }

    @Override
    public int read(final long position, final MutableDirectBuffer target, final int offset, final int length) {
        requireOpen();
        if (position < 0 || length < 0) {
            throw new StorageException("disk " + disk.name() + ": read of " + length + " bytes at " + position + " of "
                + name);
        }
        disk.medium().faults().beforeRead(name, image, position, length);
        return image.read(position, target, offset, length);
    }

    @Override
    public void sync() {
        requireOpen();
        disk.medium().sync(name, image);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() {
        disk.medium().requireMounted(disk);
        if (closed) {
            throw new StorageException("disk " + disk.name() + ": file " + name + " is closed");
        }
    }
}
