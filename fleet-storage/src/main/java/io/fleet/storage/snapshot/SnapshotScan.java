package io.fleet.storage.snapshot;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.Finding;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Reads all snapshots of a directory and changes nothing; a node may write and replace them meanwhile. */
public final class SnapshotScan {
    private static final CoverageMark REPLACED = CoverageMark.named("snapshot-scan.replaced-meanwhile");

    private SnapshotScan() {
    }

    /**
     * Reads and verifies every snapshot that has its manifest.
     *
     * @param identity of the node.
     * @param disk     its first directory.
     * @param findings receives what is wrong.
     * @return the snapshots, without those that went away while they were read.
     */
    public static List<SnapshotSummary> run(final StorageIdentity identity, final Disk disk,
                                            final Consumer<Finding> findings) {
        final List<SnapshotSummary> all = new ArrayList<>();
        final Set<String> unfinished = new TreeSet<>();
        final List<String> files = disk.list();
        for (final String file : files) {
            final SnapshotName name = SnapshotName.parse(file);
            if (name != null && SnapshotName.isManifest(file)) {
                final SnapshotSummary found = verify(identity, disk, name, findings);
                if (found != null) {
                    all.add(found);
                }
            } else if (name != null && !files.contains(name.manifest()) && !disk.exists(name.manifest())) {
                unfinished.add(name.manifest());
            }
        }
        unfinished.forEach(manifest -> findings.accept(Finding.note(disk.name(), manifest,
            "is not there: a snapshot that is being written or replaced, or that a crash left; the next start deletes"
                + " what there is of it")));
        return all;
    }

    private static SnapshotSummary verify(final StorageIdentity identity, final Disk disk, final SnapshotName name,
                                          final Consumer<Finding> findings) {
        long bytes = 0;
        try {
            final Manifest manifest = Manifest.read(disk, identity, name);
            bytes = manifest.length();
            SnapshotInput.verify(disk, name, manifest, Pace.UNBOUNDED);
            return new SnapshotSummary(name.groupId(), name.generation(), name.lsn(), bytes, true);
        } catch (final StorageException e) {
            if (!disk.exists(name.manifest())) {
                REPLACED.hit();
                return null;
            }
            if (!(e instanceof DamagedStorageException) && !(e instanceof ForeignStorageException)) {
                throw e;
            }
            findings.accept(Finding.damage(disk.name(), name.manifest(), e));
            return new SnapshotSummary(name.groupId(), name.generation(), name.lsn(), bytes, false);
        }
    }
}
