package io.fleet.storage.scattered;

import io.fleet.storage.disk.Disk;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often each directory of a log was begun anew because it was missing, as empty files in all of them say by their
 * names. A directory that knows of fewer times than another says of it is an older one that has come back, perhaps a
 * disk that was not mounted for a while: what was written since is not in it.
 */
final class DirectoryGenerations {
    private static final Pattern AFTER_PREFIX = Pattern.compile("(\\d{1,3})-(\\d{1,9})");

    private final String prefix;
    private final List<Disk> disks;

    DirectoryGenerations(final String log, final List<Disk> disks) {
        this.disks = disks;
        prefix = log + "-begun-anew-";
    }

    /** Whether another directory says that this one was begun anew after what it is itself. */
    boolean isOlder(final int directory) {
        return times(directory, disks.get(directory)) < known(directory);
    }

    /** A directory is about to be begun anew: durable, in itself first, before it has a log. */
    void count(final int directory) {
        final int times = known(directory) + 1;
        create(disks.get(directory), directory, times);
        for (int i = 0; i < disks.size(); i++) {
            if (i != directory) {
                create(disks.get(i), directory, times);
            }
        }
    }

    /** A directory is about to be created where all are: it is what the others say. */
    void catchUp(final int directory) {
        final int times = known(directory);
        if (times > times(directory, disks.get(directory))) {
            create(disks.get(directory), directory, times);
        }
    }

    private int known(final int directory) {
        int times = 0;
        for (final Disk disk : disks) {
            times = Math.max(times, times(directory, disk));
        }
        return times;
    }

    private int times(final int directory, final Disk disk) {
        int times = 0;
        for (final String file : disk.list()) {
            if (!file.startsWith(prefix)) {
                continue;
            }
            final Matcher name = AFTER_PREFIX.matcher(file).region(prefix.length(), file.length());
            if (name.matches() && Integer.parseInt(name.group(1)) == directory) {
                times = Math.max(times, Integer.parseInt(name.group(2)));
            }
        }
        return times;
    }

    private void create(final Disk disk, final int directory, final int times) {
        disk.create(prefix + directory + "-" + times, 0).close();
        if (times > 1 && disk.exists(prefix + directory + "-" + (times - 1))) {
            disk.delete(prefix + directory + "-" + (times - 1));
        }
    }
}
