package io.fleet.testkit.sim;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What is wrong with the device below a {@link SimMedium}: operations that fail or lie while a process runs, and damage
 * to what lies on it. Obtained from {@link SimMedium#faults()}. Single-threaded, as the medium.
 */
public final class MediumFaults {
    private final SimMedium medium;
    private final Map<String, FileImage> files;
    private final SplittableRandom random;
    private final List<BadPlace> bad = new ArrayList<>();
    private int failingReads;
    private int failingWrites;
    private int failingSyncs;
    private int lyingSyncs;
    private double lieShare;
    private int misdirectedWrites;
    private boolean writesFull;
    private boolean prefixStays;
    private boolean dead;
    private double slowness = 1;
    private long hits;
    private long losses;

    MediumFaults(final SimMedium medium, final Map<String, FileImage> files, final SplittableRandom random) {
        this.medium = medium;
        this.files = files;
        this.random = random;
    }

    /**
     * Lets coming reads fail with {@link StorageException}.
     *
     * @param count how many.
     */
    public void failReads(final int count) {
        failingReads = count;
    }

    /**
     * A place of a file cannot be read any more, as a sector that went bad, until it is written over.
     *
     * @param file     which.
     * @param position in it.
     * @param length   how many bytes.
     */
    public void goBad(final String file, final long position, final int length) {
        bad.add(new BadPlace(files.get(file), position, position + length));
    }

    /**
     * Lets coming writes fail after any prefix of what they should have written.
     *
     * @param count how many.
     * @param full  whether they fail for want of space ({@link DiskFullException}), or as a broken device does.
     */
    public void failWrites(final int count, final boolean full) {
        failingWrites = count;
        writesFull = full;
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
     * Lets coming syncs say that all is well though the device loses sectors. They stay readable until power is lost,
     * and then are what they were before.
     *
     * @param count how many syncs.
     * @param share how much is lost, more than 0 and up to 1; with less than 1 each sector has that chance.
     */
    public void lieInSyncs(final int count, final double share) {
        lyingSyncs = count;
        lieShare = share;
    }

    /**
     * Lets the device put coming writes into a wrong place, of the same file or another one, whose old contents are
     * lost. Readers see it in the right place until power is lost.
     *
     * @param count how many writes.
     */
    public void misdirectWrites(final int count) {
        misdirectedWrites = count;
    }

    /**
     * Whether a file that could not be created for want of space leaves a prefix behind.
     *
     * @param stays whether.
     */
    public void prefixStays(final boolean stays) {
        prefixStays = stays;
    }

    /**
     * Whether every operation fails. What lies on the device stays.
     *
     * @param isDead whether.
     */
    public void dead(final boolean isDead) {
        dead = isDead;
    }

    /** Whether every operation fails. */
    public boolean isDead() {
        return dead;
    }

    /**
     * How slow the device is; the user of the medium makes its operations last so much longer.
     *
     * @param factor 1 for as fast as it should be.
     */
    public void slowness(final double factor) {
        slowness = factor;
    }

    /**
     * How slow the device is.
     *
     * @return the factor, 1 for as fast as it should be.
     */
    public double slowness() {
        return slowness;
    }

    /** Ends everything that fails, lies or is slow; what was damaged stays damaged. */
    public void end() {
        failingReads = 0;
        failingWrites = 0;
        failingSyncs = 0;
        lyingSyncs = 0;
        misdirectedWrites = 0;
        prefixStays = false;
        bad.clear();
        dead = false;
        slowness = 1;
    }

    /** How many operations failed, lied or went into a wrong place so far, for these faults. */
    public long hits() {
        return hits;
    }

    /**
     * How many files have lost something in a loss of power that a sync had confirmed.
     *
     * @return the number, over all losses of power.
     */
    public long losses() {
        return losses;
    }

    /** Whether something that a sync confirmed would not be there after a loss of power. */
    public boolean hasLostWrites() {
        return files.values().stream().anyMatch(FileImage::hasLost);
    }

    /**
     * The pages of a file that are durable and were ever written with anything but zeros.
     *
     * @param file its name; it must exist.
     * @return where each of them begins, ascending; they are 4,096 bytes long.
     */
    public List<Long> usedPages(final String file) {
        return medium.find(file).usedPages();
    }

    /**
     * Replaces durable bytes by chance ones, as rot does.
     *
     * @param file     the file's name; it must exist.
     * @param position of the first byte.
     * @param length   how many.
     */
    public void rot(final String file, final long position, final int length) {
        final byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        medium.find(file).damage(position, bytes);
    }

    /**
     * Replaces durable bytes by zeros, as a device does that lost them.
     *
     * @param file     the file's name; it must exist.
     * @param position of the first byte.
     * @param length   how many.
     */
    public void zero(final String file, final long position, final int length) {
        medium.find(file).damage(position, new byte[length]);
    }

    /**
     * Cuts a file. Open files keep what they had.
     *
     * @param file   the file's name; it must exist.
     * @param length the new one, at most the present one.
     */
    public void truncate(final String file, final long length) {
        files.put(file, medium.find(file).settled(length));
    }

    /**
     * Takes a file away. Open files keep what they had.
     *
     * @param file the file's name; it must exist.
     */
    public void remove(final String file) {
        medium.find(file);
        files.remove(file);
    }

    /**
     * Puts a copy of a file of this or another medium here.
     *
     * @param from     where it is.
     * @param fromFile the file's name there; it must exist.
     * @param file     the name of the copy; replaced where it exists.
     */
    public void copyFrom(final SimMedium from, final String fromFile, final String file) {
        final FileImage image = from.find(fromFile);
        files.put(file, image.settled(image.length()));
    }

    /** Takes all files away: a new device in the place of the old one. */
    public void wipe() {
        files.clear();
    }

    /**
     * Sets all back to what it was before, as one who restores an image does.
     *
     * @param image a copy of this disk ({@link SimMedium#copy}).
     */
    public void setBack(final SimMedium image) {
        files.clear();
        image.copyTo(files);
    }

    void beforePowerLoss(final FileImage image) {
        losses += image.hasLost() ? 1 : 0;
    }

    void beforeAny(final String operation, final String file) {
        if (dead) {
            hits++;
            throw failed(operation, file, "the device does not answer");
        }
    }

    void beforeRead(final String file, final FileImage image, final long position, final int length) {
        beforeAny("read", file);
        for (int i = 0; i < bad.size(); i++) {
            if (bad.get(i).isIn(image, position, length)) {
                hits++;
                throw failed("read", file + " at " + bad.get(i).from, "input/output error");
            }
        }
        if (failingReads > 0) {
            failingReads--;
            hits++;
            throw failed("read", file, "input/output error");
        }
    }

    /** How much of a write is done before it fails; -1 when it does not fail. */
    int failsWriteAfter(final int length) {
        if (failingWrites == 0) {
            return -1;
        }
        failingWrites--;
        hits++;
        return random.nextInt(length + 1);
    }

    StorageException writeFailure(final String file) {
        return writesFull
            ? new DiskFullException("disk " + medium.name() + ": write of " + file + " failed: no space left on device")
            : failed("write", file, "input/output error");
    }

    boolean misdirectsWrite() {
        if (misdirectedWrites == 0) {
            return false;
        }
        misdirectedWrites--;
        hits++;
        return true;
    }

    /** A file that is long enough to receive a misdirected write. */
    FileImage victim(final int length) {
        final List<FileImage> victims = new ArrayList<>();
        for (final FileImage image : files.values()) {
            if (image.length() >= length) {
                victims.add(image);
            }
        }
        return victims.get(random.nextInt(victims.size()));
    }

    /** Where in the victim it lands: on a sector, where there is something as a rule. */
    long victimPosition(final FileImage victim, final int length) {
        final List<Long> used = victim.usedPages();
        final long last = victim.length() - length;
        final long at = used.isEmpty() || random.nextInt(4) == 0 ? random.nextLong(last + 1)
            : used.get(random.nextInt(used.size()));
        return Math.min(at, last) / FileImage.SECTOR * FileImage.SECTOR;
    }

    boolean failsSync(final FileImage image, final String file) {
        if (failingSyncs == 0) {
            return false;
        }
        failingSyncs--;
        hits++;
        image.losePower(file, new RandomSurvivors(random));
        return true;
    }

    void sync(final FileImage image, final String file) {
        if (lyingSyncs == 0 || image.isClean()) {
            image.sync();
            return;
        }
        lyingSyncs--;
        hits++;
        image.syncFalsely(file, new Lie(lieShare, random));
    }

    /** A write found no space. */
    void countHit() {
        hits++;
    }

    /** Whether a create that finds no space leaves a prefix. */
    boolean leavesPrefix() {
        hits++;
        return prefixStays && random.nextBoolean();
    }

    /** What is written over can be read again. */
    void onWrite(final FileImage image, final long position, final int length) {
        if (!bad.isEmpty()) {
            bad.removeIf(place -> place.isIn(image, position, length));
        }
    }

    StorageException failed(final String operation, final String file, final String why) {
        final String message = "disk " + medium.name() + ": " + operation + " of " + file + " failed: " + why;
        return operation.equals("read") ? new ReadFailedException(message, null) : new StorageException(message);
    }

    /** Bytes of a file that cannot be read. */
    private record BadPlace(FileImage image, long from, long to) {
        boolean isIn(final FileImage other, final long position, final int length) {
            return image == other && position < to && from < position + length;
        }
    }

    /** Which sectors a device that lies about a sync keeps. */
    private record Lie(double share, SplittableRandom random) implements Survivors {
        @Override
        public boolean keeps(final UnsyncedSector sector) {
            return random.nextDouble() >= share;
        }

        @Override
        public boolean takesEffect(final DiskOperation operation, final String file) {
            return true;
        }

        @Override
        public long createdLength(final String file, final long length) {
            return length;
        }
    }
}
