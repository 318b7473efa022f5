package io.fleet.testkit.sim;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.agrona.DirectBuffer;

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
    private final MediumFaults faults;
    private Survivors halfWay;
    private DiskObserver observer = (number, operation, file, position, length) -> {};

    /**
     * Creates an empty disk.
     *
     * @param name   for messages.
     * @param random what chance is drawn from.
     */
    public SimMedium(final String name, final SplittableRandom random) {
        this.name = name;
        this.random = random;
        faults = new MediumFaults(this, files, random);
    }

    /**
     * A second disk with the same files, durable and not; what happens to one does not show on the other. It is not
     * mounted, and has no capacity, crash or failure set.
     *
     * @param copyName   for messages.
     * @param copyRandom what chance is drawn from.
     * @return the copy.
     */
    public SimMedium copy(final String copyName, final SplittableRandom copyRandom) {
        final SimMedium copy = new SimMedium(copyName, copyRandom);
        copyTo(copy.files);
        return copy;
    }

    void copyTo(final Map<String, FileImage> others) {
        files.forEach((file, image) -> others.put(file, image.copy()));
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
        losePower(new RandomSurvivors(random));
    }

    /**
     * Cuts the power and chooses what stays.
     *
     * @param survivors is asked for each of {@link #unsynced()}, in that order.
     */
    public void losePower(final Survivors survivors) {
        killProcess();
        files.forEach((file, image) -> {
            faults.beforePowerLoss(image);
            image.losePower(file, survivors);
        });
    }

    /**
     * What a loss of power would put at risk.
     *
     * @return the sectors, in the order in which {@link Survivors} is asked.
     */
    public List<UnsyncedSector> unsynced() {
        final List<UnsyncedSector> sectors = new ArrayList<>();
        files.forEach((file, image) -> image.unsynced(file, sectors));
        return sectors;
    }

    /**
     * Sets who is told of every operation.
     *
     * @param newObserver the one; there is no other.
     */
    public void observe(final DiskObserver newObserver) {
        observer = newObserver;
    }

    /**
     * Lets a coming operation that changes the disk (create, rename, delete, write, sync) end in
     * {@link SimulatedCrash}, before or after it took effect, or half-way where it can. The caller then chooses
     * {@link #killProcess()} or {@link #losePower()}.
     *
     * @param operation which one from now: 1 is the next.
     */
    public void crashAtOperation(final long operation) {
        crashAtOperation(operation, new RandomSurvivors(random));
    }

    /**
     * The same, with a choice of what the operation leaves.
     *
     * @param operation which one from now: 1 is the next.
     * @param survivors is asked about that operation; not about unsynced sectors, see {@link #losePower(Survivors)}.
     */
    public void crashAtOperation(final long operation, final Survivors survivors) {
        if (operation < 1) {
            throw new IllegalArgumentException("operation is " + operation + ", but must be at least 1");
        }
        crashAt = operations + operation;
        halfWay = survivors;
    }

    /**
     * Limits the space that all files take; a create beyond it throws {@link DiskFullException}, and so does a write to
     * a file that takes its space when it is written ({@link Disk#createUnwritten}), of which any prefix may stay.
     *
     * @param bytes the limit; {@link Long#MAX_VALUE} for none. May be below what is in use.
     */
    public void capacity(final long bytes) {
        capacity = bytes;
    }

    /**
     * What is wrong with the device.
     *
     * @return one object for the life of the medium; nothing is wrong at first.
     */
    public MediumFaults faults() {
        return faults;
    }

    /**
     * Lets coming syncs fail, see {@link MediumFaults#failSyncs}.
     *
     * @param count how many.
     */
    public void failSyncs(final int count) {
        faults.failSyncs(count);
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

    /** How many operations have changed the disk, or tried to. */
    public long operations() {
        return operations;
    }

    /**
     * The space that all files take: their lengths, or what of them has been written.
     *
     * @return bytes.
     */
    public long usedBytes() {
        long sum = 0;
        for (final FileImage file : files.values()) {
            sum += file.space();
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

    /**
     * The names of the files, whether or not the device answers.
     *
     * @return sorted.
     */
    public List<String> files() {
        return new ArrayList<>(files.keySet());
    }

    /**
     * The length of a file.
     *
     * @param file its name; it must exist.
     * @return bytes.
     */
    public long length(final String file) {
        return find(file).length();
    }

    /** What it is called in messages. */
    public String name() {
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
        faults.beforeAny("listing", "all files");
        return new ArrayList<>(files.keySet());
    }

    boolean exists(final String file) {
        faults.beforeAny("look-up", file);
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
        return create(file, length, length);
    }

    /** A file that takes its space when it is written. */
    FileImage createUnwritten(final String file, final long length) {
        final FileImage image = create(file, length, 0);
        image.leaveSpace();
        return image;
    }

    private FileImage create(final String file, final long length, final long space) {
        if (files.containsKey(file)) {
            throw new StorageException("disk " + name + ": file " + file + " exists already");
        }
        if (length < 0 || length > Integer.MAX_VALUE) {
            throw new StorageException("disk " + name + ": length of " + file + " is " + length
                + ", but must be from 0 to " + Integer.MAX_VALUE);
        }
        final boolean crash = count(DiskOperation.CREATE, file, 0, length);
        faults.beforeAny("create", file);
        if (space > 0 && exceeds(space)) {
            if (faults.leavesPrefix()) {
                files.put(file, new FileImage(Math.max(0, capacity - usedBytes())));
            }
            throw new DiskFullException("disk " + name + ": no space for " + file + " of " + length + " bytes, "
                + usedBytes() + " of " + capacity + " are in use");
        }
        if (crash) {
            final long left = halfWay.createdLength(file, length);
            if (left >= 0) {
                files.put(file, new FileImage(left));
            }
            throw crash("create", file);
        }
        final FileImage image = new FileImage(length);
        files.put(file, image);
        return image;
    }

    void rename(final String from, final String to) {
        final FileImage image = find(from);
        final boolean crash = count(DiskOperation.RENAME, from, 0, 0);
        faults.beforeAny("rename", from);
        if (!crash || halfWay.takesEffect(DiskOperation.RENAME, from)) {
            files.remove(from);
            files.put(to, image);
        }
        if (crash) {
            throw crash("rename", from);
        }
    }

    void delete(final String file) {
        find(file);
        final boolean crash = count(DiskOperation.DELETE, file, 0, 0);
        faults.beforeAny("delete", file);
        if (!crash || halfWay.takesEffect(DiskOperation.DELETE, file)) {
            files.remove(file);
        }
        if (crash) {
            throw crash("delete", file);
        }
    }

    void write(final String file, final FileImage image, final long position, final DirectBuffer source,
               final int offset, final int length) {
        final boolean crash = count(DiskOperation.WRITE, file, position, length);
        faults.beforeAny("write", file);
        final long more = image.spaceFor(position + length);
        if (more > 0 && exceeds(more) && !crash) {
            throw full(file, image, position, source, offset, length);
        }
        final int prefix = faults.failsWriteAfter(length);
        if (prefix >= 0 && !crash) {
            image.write(position, source, offset, prefix);
            image.takeSpace(position + prefix);
            throw faults.writeFailure(file);
        }
        if (!crash || halfWay.takesEffect(DiskOperation.WRITE, file)) {
            if (length > 0 && faults.misdirectsWrite()) {
                final FileImage victim = faults.victim(length);
                image.writeElsewhere(position, source, offset, length, victim, faults.victimPosition(victim, length));
            } else {
                image.write(position, source, offset, length);
            }
            image.takeSpace(position + length);
            faults.onWrite(image, position, length);
        }
        if (crash) {
            throw crash("write", file);
        }
    }

    /** Whether there is no space for so many bytes more. */
    private boolean exceeds(final long more) {
        return capacity != Long.MAX_VALUE && more > capacity - usedBytes();
    }

    /** There is no space for all of a write; what there is space for is written. */
    private DiskFullException full(final String file, final FileImage image, final long position,
                                   final DirectBuffer source, final int offset, final int length) {
        final long missing = image.spaceFor(position + length) - Math.max(0, capacity - usedBytes());
        final int written = (int) Math.max(0, length - missing);
        image.write(position, source, offset, written);
        image.takeSpace(position + written);
        faults.countHit();
        return new DiskFullException("disk " + name + ": no space for " + length + " bytes at " + position + " of "
            + file + ", " + usedBytes() + " of " + capacity + " are in use");
    }

    void sync(final String file, final FileImage image) {
        final boolean crash = count(DiskOperation.SYNC, file, 0, 0);
        if (crash) {
            if (halfWay.takesEffect(DiskOperation.SYNC, file)) {
                image.sync();
            }
            throw crash("sync", file);
        }
        faults.beforeAny("sync", file);
        if (faults.failsSync(image, file)) {
            throw faults.failed("sync", file, "input/output error");
        }
        faults.sync(image, file);
    }

    private boolean count(final DiskOperation operation, final String file, final long position, final long length) {
        operations++;
        observer.onOperation(operations, operation, file, position, length);
        return operations == crashAt;
    }

    private SimulatedCrash crash(final String operation, final String file) {
        return new SimulatedCrash("disk " + name + " went in " + operation + " of " + file + ", operation "
            + operations);
    }
}
