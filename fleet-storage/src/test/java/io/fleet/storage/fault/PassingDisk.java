package io.fleet.storage.fault;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.List;

/** Another disk, as it is; to be changed in one point. */
public class PassingDisk implements Disk {
    private final Disk disk;

    public PassingDisk(final Disk disk) {
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
        return disk.create(file, length);
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
