package io.fleet.storage.meta;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.Finding;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.log.Checksum;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads the meta store of a directory and changes nothing; a node may be writing it. */
public final class MetaScan {
    private static final int ATTEMPTS = 3;

    private MetaScan() {
    }

    /**
     * Reads the newest sound slot. One slot that is not sound is what a crash may leave, and is noted; with two the
     * store is damaged.
     *
     * @param disk     the node's first directory.
     * @param findings receives what is wrong.
     * @return what it holds; null when there is none, or none that can be read.
     */
    public static MetaSummary read(final Disk disk, final Consumer<Finding> findings) {
        if (!disk.exists(MetaFile.NAME)) {
            return null;
        }
        List<MetaImage> sound = List.of();
        try (DiskFile file = disk.open(MetaFile.NAME)) {
            for (int attempt = 0; attempt < ATTEMPTS && sound.size() < MetaFile.SLOTS; attempt++) {
                sound = slots(file);
            }
            if (file.length() != (long) MetaFile.SLOTS * MetaImage.SLOT_LENGTH) {
                findings.accept(Finding.damage(disk.name(), MetaFile.NAME, -1, "length " + file.length() + ", it is "
                    + MetaFile.SLOTS * MetaImage.SLOT_LENGTH));
            }
        }
        if (sound.isEmpty()) {
            findings.accept(Finding.damage(disk.name(), MetaFile.NAME, -1, "neither slot passes its checksum"));
            return null;
        }
        if (sound.size() < MetaFile.SLOTS) {
            findings.accept(Finding.note(disk.name(), MetaFile.NAME,
                "one of the two slots is not sound; the other one holds everything"));
        }
        final MetaImage newest = sound.stream().max(Comparator.comparingLong(image -> image.sequence)).orElseThrow();
        if (newest.version < 1 || newest.version > MetaImage.VERSION) {
            findings.accept(Finding.damage(disk.name(), MetaFile.NAME, -1, "written in format version " + newest.version
                + ", this reads versions 1 to " + MetaImage.VERSION));
            return null;
        }
        return summary(newest);
    }

    private static List<MetaImage> slots(final DiskFile file) {
        final UnsafeBuffer buffer = MetaFile.newBuffer();
        final List<MetaImage> sound = new ArrayList<>();
        for (int i = 0; i < MetaFile.SLOTS; i++) {
            try {
                final int read = MetaFile.readSlot(file, i, MetaFile.NAME, buffer);
                final MetaImage image = MetaImage.decode(buffer, read, new Checksum());
                if (image != null) {
                    sound.add(image);
                }
            } catch (final DamagedStorageException e) {
                // As one that fails its checksum.
            }
        }
        return sound;
    }

    private static MetaSummary summary(final MetaImage image) {
        final List<MetaSummary.Group> groups = new ArrayList<>();
        image.promises.forEachInt((group, ballot) -> groups.add(new MetaSummary.Group(group, ballot,
            image.standing(group), image.settings.get(group))));
        groups.sort(Comparator.comparingInt(MetaSummary.Group::groupId));
        return new MetaSummary(new StorageIdentity(image.clusterId, image.nodeId), image.version, image.sequence,
            image.directories, Arrays.stream(image.members).boxed().collect(Collectors.toList()), image.incarnation,
            image.voterId, image.closed, image.logsLost, List.copyOf(groups));
    }
}
