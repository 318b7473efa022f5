package io.fleet.storage.fault;

import io.fleet.storage.disk.Disk;
import java.util.List;

/** Lists the directory as it was a moment ago. */
public final class LateList extends PassingDisk {
    private final List<String> firstLists;
    private int calls;

    public LateList(final Disk disk, final List<String> firstLists) {
        super(disk);
        this.firstLists = firstLists;
    }

    @Override
    public List<String> list() {
        return calls++ < 2 ? firstLists : super.list();
    }
}
