package io.fleet.testkit.sim;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What survives of a simulated disk when its machine does not. A process works on it through one {@link Disk} at a
 * time, got from {@link #mount()}. When the process is killed, the operating system keeps what was written
 * ({@link #killProcess()}); when the machine loses power, any subset of the unsynced sectors is kept
 * ({@link #losePower()}). Single-threaded.
 */
public final class SimMedium {
    private final String name;
    private final SplittableRandom random;
    private final Map<String, FileImage> files = new TreeMap<>();
    private SimDisk mounted;
    private long capacity = Long.MAX_VALUE;
    private long operations;
    private long crashAt = Long.MAX_VALUE;
    private int failingSyncs;

    /**
     * Creates an empty disk.
     *
     * @param name   for messages.
     * @param random what chance is drawn from.
     */
    public SimMedium(final String name, final SplittableRandom random) {
        this.name = name;
        this.random = random;
    }

    /**
     * Gives a process access. What was mounted before must have been closed, killed or have lost its power.
     *
     * @return the disk as the process sees it.
     */
    public Disk mount() {
        if (mounted != null) {
            throw new IllegalStateException("disk " + name + " is mounted already");
        }
        mounted = new SimDisk(this);
        return mounted;
    }

    /** Ends the process that uses the disk; all it wrote stays readable, but is durable only where it was synced. */
    public void killProcess() {
        mounted = null;
        crashAt = Long.MAX_VALUE;
    }

    /**
     * Cuts the power: of each write since the last sync of its file nothing, all, or any subset of its sectors stays.
     */
    public void losePower() {
        killProcess();
        for (final FileImage file : files.values()) {
            file.losePower(random);
        }
    }

    /**
     * Lets a coming operation that changes the disk (create, rename, delete, write, sync) end in
     * {@link SimulatedCrash}, before or after it took effect, or half-way where it can. The caller then chooses
     * {@link #killProcess()} or {@link #losePower()}.
     *
     * @param operation which one from now: 1 is the next.
     */
    public void crashAtOperation(final long operation) {
        if (operation < 1) {
            throw new IllegalArgumentException("operation is " + operation + ", but must be at least 1");
        }
        crashAt = operations + operation;
    }

    /**
     * Limits the sum of the lengths of all files; a create beyond it throws {@link DiskFullException}.
     *
     * @param bytes the limit; {@link Long#MAX_VALUE} for none. May be below what is in use.
     */
    public void capacity(final long bytes) {
        capacity = bytes;
    }

    /**
     * Lets coming syncs fail with {@link StorageException}, each keeping any subset of what it should have made
     * durable.
     *
     * @param count how many.
     */
    public void failSyncs(final int count) {
        failingSyncs = count;
    }

    /**
     * Damages a durable byte, as a failing device does.
     *
     * @param file     the file's name; it must exist.
     * @param position of the byte.
     * @param bit      which bit of it, 0 to 7.
     */
    public void flipBit(final String file, final long position, final int bit) {
        find(file).flipBit(position, bit);
    }

    /**
     * How many operations have changed the disk, or tried to.
     *
     * @return the number.
     */
    public long operations() {
        return operations;
    }

    /**
     * The sum of the lengths of all files.
     *
     * @return bytes.
     */
    public long usedBytes() {
        long sum = 0;
        for (final FileImage file : files.values()) {
            sum += file.length();
        }
        return sum;
    }

    /**
     * How much memory the durable contents take.
     *
     * @return pages of 4 KiB.
     */
    public int pagesInUse() {
        int sum = 0;
        for (final FileImage file : files.values()) {
            sum += file.pagesInUse();
        }
        return sum;
    }

    String name() {
        return name;
    }

    void requireMounted(final SimDisk disk) {
        if (mounted != disk) {
            throw new SimulatedCrash("disk " + name + " is not this process's any more");
        }
        if (operations >= crashAt) {
            throw new SimulatedCrash("disk " + name + " went at operation " + crashAt);
        }
    }

    void unmount(final SimDisk disk) {
        if (mounted == disk) {
            mounted = null;
        }
    }

    List<String> list() {
        return new ArrayList<>(files.keySet());
    }

    boolean exists(final String file) {
        return files.containsKey(file);
    }

    FileImage find(final String file) {
        final FileImage image = files.get(file);
        if (image == null) {
            throw new StorageException("disk " + name + ": no file " + file);
        }
        return image;
    }

    FileImage create(final String file, final long length) {
        if (files.containsKey(file)) {
            throw new StorageException("disk " + name + ": file " + file + " exists already");
        }
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new StorageException("disk " + name + ": length of " + file + " is " + length
                + ", but must be from 0 to " + Integer.MAX_VALUE);
        }
        final boolean crash = countOperation();
        if (length > capacity - usedBytes()) {
            throw new DiskFullException("disk " + name + ": no space for " + file + " of " + length + " bytes, "
                + usedBytes() + " of " + capacity + " are in use");
        }
        if (crash) {
            final int fate = random.nextInt(3);
            if (fate > 0) {
                files.put(file, new FileImage(fate == 1 ? random.nextLong(length + 1) : length));
            }
            throw crash("create", file);
        }
        final FileImage image = new FileImage(length);
        files.put(file, image);
        return image;
    }

    void rename(final String from, final String to) {
        final FileImage image = find(from);
        final boolean crash = countOperation();
        if (!crash || random.nextBoolean()) {
            files.remove(from);
            files.put(to, image);
        }
        if (crash) {
            throw crash("rename", from);
        }
    }

    void delete(final String file) {
        find(file);
        final boolean crash = countOperation();
        if (!crash || random.nextBoolean()) {
            files.remove(file);
        }
        if (crash) {
            throw crash("delete", file);
        }
    }

    void written(final String file, final Runnable write) {
        final boolean crash = countOperation();
        if (!crash || random.nextBoolean()) {
            write.run();
        }
        if (crash) {
            throw crash("write", file);
        }
    }

    void sync(final String file, final FileImage image) {
        final boolean crash = countOperation();
        if (crash) {
            if (random.nextBoolean()) {
                image.sync();
            }
            throw crash("sync", file);
        }
        if (failingSyncs > 0) {
            failingSyncs--;
            image.losePower(random);
            throw new StorageException("disk " + name + ": sync of " + file + " failed: input/output error");
        }
        image.sync();
    }

    private boolean countOperation() {
        operations++;
        return operations == crashAt;
    }

    private SimulatedCrash crash(final String operation, final String file) {
        return new SimulatedCrash("disk " + name + " went in " + operation + " of " + file + ", operation "
            + operations);
    }
}
