package io.fleet.storage.log;

import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.fault.FaultDisk;
import java.util.ArrayList;
import java.util.List;

/** A disk that keeps the names of the files that were created, and creates none any more when it is told so. */
final class CountedDisk implements Disk {
    final List<String> created = new ArrayList<>();
    boolean failing;
    private final FaultDisk disk;

    CountedDisk(final FaultDisk disk) {
        this.disk = disk;
    }

    @Override
    public String name() {
        return disk.name();
    }

    @Override
    public List<String> list() {
        return disk.list();
    }

    @Override
    public boolean exists(final String file) {
        return disk.exists(file);
    }

    @Override
    public DiskFile create(final String file, final long length) {
        if (failing) {
            throw new StorageException("no file " + file + " today");
        }
        final DiskFile opened = disk.create(file, length);
        created.add(file);
        return opened;
    }

    @Override
    public DiskFile open(final String file) {
        return disk.open(file);
    }

    @Override
    public void rename(final String from, final String to) {
        disk.rename(from, to);
    }

    @Override
    public void delete(final String file) {
        disk.delete(file);
    }

    @Override
    public void close() {
        disk.close();
    }
}
