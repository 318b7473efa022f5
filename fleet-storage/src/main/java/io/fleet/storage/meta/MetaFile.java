package io.fleet.storage.meta;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.PatientReads;
import io.fleet.storage.log.Checksum;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Two slots in one file. An update goes to one slot and, once that is durable, to the other, the older one first; it
 * counts when both are durable. So a crash leaves at least one sound slot, and so does damage to one slot at any later
 * time: falling back from a damaged slot never forgets what was published.
 */
public final class MetaFile implements AutoCloseable {
    private static final CoverageMark LEFT_OVER = CoverageMark.named("meta-file.left-over-removed");
    private static final CoverageMark SLOT_UNSOUND = CoverageMark.named("meta-file.other-slot-used");
    private static final CoverageMark SLOTS_DIFFER = CoverageMark.named("meta-file.slots-differ");
    public static final String NAME = "meta";
    static final String DAMAGED_NAME = "damaged-" + NAME;
    private static final String TEMPORARY_NAME = "meta.new";
    public static final int SLOTS = 2;
    private static final int BLOCK = 4096;

    private final DiskFile file;
    private final UnsafeBuffer buffer = newBuffer();
    private final Checksum checksum = new Checksum();
    private final MetaImage newest;
    private int firstSlot;

    private MetaFile(final Disk disk) {
        file = disk.open(NAME);
        boolean opened = false;
        try {
            file.sync();
            newest = readNewest(disk.name() + "/" + NAME);
            opened = true;
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    /** Opens the file, creating it in a directory that has none, and checks whose it is. */
    public static MetaFile open(final StorageIdentity identity, final int directories, final int[] members,
                                final Disk disk) {
        if (!disk.exists(NAME)) {
            create(new MetaImage(identity, directories, members), disk);
        }
        final MetaFile file = new MetaFile(disk);
        boolean checked = false;
        try {
            file.check(identity, directories, members, disk.name() + "/" + NAME);
            checked = true;
            return file;
        } finally {
            if (!checked) {
                file.close();
            }
        }
    }

    MetaImage newest() {
        return newest;
    }

    /** Writes and syncs one slot, then the other, in whole blocks; tells the bytes written to both. */
    long write(final MetaImage image) {
        reserve(buffer, BitUtil.align(image.length(), BLOCK));
        final int used = image.encode(buffer, checksum);
        final int length = BitUtil.align(used, BLOCK);
        buffer.setMemory(used, length - used, (byte) 0);
        for (int i = 0; i < SLOTS; i++) {
            file.write((long) ((firstSlot + i) % SLOTS) * MetaImage.SLOT_LENGTH, buffer, 0, length);
            file.sync();
        }
        return (long) SLOTS * length;
    }

    @Override
    public void close() {
        file.close();
    }

    /** Creates the file: as soon as there is one it holds the image, durably and in both slots. */
    static void create(final MetaImage first, final Disk disk) {
        if (disk.exists(TEMPORARY_NAME)) {
            LEFT_OVER.hit();
            disk.delete(TEMPORARY_NAME);
        }
        final UnsafeBuffer slot = newBuffer();
        reserve(slot, first.length());
        final int length = first.encode(slot, new Checksum());
        try (DiskFile created = disk.create(TEMPORARY_NAME, (long) SLOTS * MetaImage.SLOT_LENGTH)) {
            for (int i = 0; i < SLOTS; i++) {
                created.write((long) i * MetaImage.SLOT_LENGTH, slot, 0, length);
            }
            created.sync();
        }
        disk.rename(TEMPORARY_NAME, NAME);
    }

    /** Room for a slot that says little; {@link #readSlot} makes more where it says more. */
    static UnsafeBuffer newBuffer() {
        return new UnsafeBuffer(new byte[BLOCK]);
    }

    /** Room for an image, which must leave the other slot alone. */
    private static void reserve(final UnsafeBuffer buffer, final int length) {
        if (length > MetaImage.SLOT_LENGTH) {
            throw new IllegalStateException(NAME + " would have " + length + " bytes in a slot, but at most "
                + MetaImage.SLOT_LENGTH + " fit");
        }
        if (buffer.capacity() < length) {
            buffer.wrap(Arrays.copyOf(buffer.byteArray(), length));
        }
    }

    /**
     * Reads what is used of a slot. One that is bad, while the other one can be read, is as one that fails its
     * checksum: nothing counts before both hold it, so either of them is enough, and both are written at a start.
     * Where neither can be read, so that what the node has promised is not known to be lost, the start ends.
     */
    static int readSlot(final DiskFile file, final int slot, final String where, final UnsafeBuffer target) {
        final int first = readSlot(file, slot, where, target, 0, BLOCK);
        final int length = MetaImage.length(target, first);
        if (length <= first) {
            return first;
        }
        reserve(target, length);
        return first + readSlot(file, slot, where, target, first, length - first);
    }

    private static int readSlot(final DiskFile file, final int slot, final String where, final UnsafeBuffer target,
                                final int offset, final int length) {
        return PatientReads.read(file, where, (long) slot * MetaImage.SLOT_LENGTH + offset, target, offset, length,
            () -> isRead(file, (slot + 1) % SLOTS));
    }

    private static boolean isRead(final DiskFile file, final int slot) {
        try {
            return file.read((long) slot * MetaImage.SLOT_LENGTH, new UnsafeBuffer(new byte[MetaImage.SLOT_LENGTH]), 0,
                MetaImage.SLOT_LENGTH) > 0;
        } catch (final ReadFailedException e) {
            return false;
        }
    }

    private MetaImage readNewest(final String where) {
        final MetaImage[] images = new MetaImage[SLOTS];
        DamagedStorageException bad = null;
        for (int i = 0; i < SLOTS; i++) {
            try {
                images[i] = MetaImage.decode(buffer, readSlot(file, i, where, buffer), checksum);
            } catch (final DamagedStorageException e) {
                bad = e;
            }
        }
        if (file.length() != (long) SLOTS * MetaImage.SLOT_LENGTH) {
            throw new DamagedStorageException(where + ": length " + file.length() + ", it is "
                + SLOTS * MetaImage.SLOT_LENGTH);
        }
        if (images[0] == null && images[1] == null) {
            throw bad != null ? bad : new DamagedStorageException(where + ": neither slot passes its checksum");
        }
        if (images[0] == null || images[1] == null) {
            SLOT_UNSOUND.hit();
        } else if (images[0].sequence != images[1].sequence) {
            SLOTS_DIFFER.hit();
        }
        final boolean secondIsNewest =
            images[0] == null || images[1] != null && images[1].sequence > images[0].sequence;
        firstSlot = secondIsNewest ? 0 : 1;
        return secondIsNewest ? images[1] : images[0];
    }

    private void check(final StorageIdentity identity, final int directories, final int[] members,
                       final String where) {
        if (newest.version < 1 || newest.version > MetaImage.VERSION) {
            throw new ForeignStorageException(where + ": written in format version " + newest.version
                + ", this reads versions 1 to " + MetaImage.VERSION);
        }
        final StorageIdentity found = new StorageIdentity(newest.clusterId, newest.nodeId);
        if (!found.equals(identity)) {
            throw new ForeignStorageException(where + ": belongs to " + found + ", opened as " + identity);
        }
        if (newest.directories != directories) {
            throw new ForeignStorageException(where + ": " + identity + " was set up with " + newest.directories
                + " directories, opened with " + directories);
        }
        if (!Arrays.equals(newest.members, members)) {
            throw new ForeignStorageException(where + ": " + identity + " was set up " + list(newest.members)
                + ", opened " + list(members));
        }
    }

    /** A node that joins is bound to no list: others tell it who the members are. */
    private static String list(final int[] members) {
        return members.length == 0 ? "to join its groups" : "as a founder of a cluster of the members "
            + Arrays.toString(members);
    }
}
