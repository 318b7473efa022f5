package io.fleet.storage.log;

import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.fault.PassingDisk;
import java.util.ArrayList;
import java.util.List;

/** A disk that keeps the names of the files that were created, and creates none any more when it is told so. */
final class CountedDisk extends PassingDisk {
    final List<String> created = new ArrayList<>();
    boolean failing;
    /** Whether no file can be opened. */
    boolean isClosed;

    CountedDisk(final Disk disk) {
        super(disk);
    }

    @Override
    public DiskFile open(final String file) {
        if (isClosed) {
            throw new StorageException("no file descriptor for " + file);
        }
        return super.open(file);
    }

    @Override
    public DiskFile create(final String file, final long length) {
        if (failing) {
            throw new StorageException("no file " + file + " today");
        }
        final DiskFile opened = super.create(file, length);
        created.add(file);
        return opened;
    }
}
