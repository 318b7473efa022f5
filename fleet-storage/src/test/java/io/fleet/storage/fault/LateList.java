package io.fleet.storage.fault;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.List;

/** Lists the directory as it was a moment ago. */
public record LateList(Disk disk, List<String> firstLists, int[] calls) implements Disk {
    public LateList(final Disk disk, final List<String> firstLists) {
        this(disk, firstLists, new int[1]);
    }

    @Override
    public String name() {
        return disk.name();
    }

    @Override
    public List<String> list() {
        return calls[0]++ < 2 ? firstLists : disk.list();
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
