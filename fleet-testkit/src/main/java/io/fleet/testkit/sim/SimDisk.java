package io.fleet.testkit.sim;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.List;

/** A {@link SimMedium} as one process sees it, until it is closed or the process ends. */
final class SimDisk implements Disk {
    private final SimMedium medium;

    SimDisk(final SimMedium medium) {
        this.medium = medium;
    }

    @Override
    public String name() {
        return medium.name();
    }

    @Override
    public List<String> list() {
        medium.requireMounted(this);
        return medium.list();
    }

    @Override
    public boolean exists(final String file) {
        medium.requireMounted(this);
        return medium.exists(file);
    }

    @Override
    public DiskFile create(final String file, final long length) {
        medium.requireMounted(this);
        return new SimFile(this, file, medium.create(file, length));
    }

    @Override
    public DiskFile createUnwritten(final String file, final long length) {
        medium.requireMounted(this);
        return new SimFile(this, file, medium.createUnwritten(file, length));
    }

    @Override
    public DiskFile open(final String file) {
        medium.requireMounted(this);
        medium.faults().beforeAny("open", file);
        return new SimFile(this, file, medium.find(file));
    }

    @Override
    public void rename(final String from, final String to) {
        medium.requireMounted(this);
        medium.rename(from, to);
    }

    @Override
    public void delete(final String file) {
        medium.requireMounted(this);
        medium.delete(file);
    }

    @Override
    public void close() {
        medium.unmount(this);
    }

    SimMedium medium() {
        return medium;
    }
}
