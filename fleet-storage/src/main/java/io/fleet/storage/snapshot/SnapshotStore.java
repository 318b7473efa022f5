package io.fleet.storage.snapshot;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.mark.Mark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The snapshots of all groups of a node. As a rule there is one per group; the one before it is deleted only when the
 * new one is durable, has been read back and verified.
 *
 * <p>Safe from any thread; every method may wait for the disk, but none waits while another thread reads or verifies a
 * snapshot.
 */
public final class SnapshotStore {
    private static final Mark LEFT_OVER = Mark.named("snapshot-store.left-over-deleted");
    private static final Mark PASSED_OVER = Mark.named("snapshot-store.damaged-passed-over");
    private static final Mark NEW_UNSOUND = Mark.named("snapshot-store.new-one-unsound");
    private static final Mark KEPT = Mark.named("snapshot-store.kept-for-its-reader");

    private final StorageIdentity identity;
    private final Disk disk;
    /** Committed ones by group, the newest last. */
    private final Map<Integer, List<SnapshotName>> committed = new HashMap<>();
    private final Map<Integer, Integer> lastGeneration = new HashMap<>();
    private final Map<SnapshotName, Integer> readers = new HashMap<>();
    private final Set<SnapshotName> unwanted = new HashSet<>();

    private SnapshotStore(final StorageIdentity identity, final Disk disk) {
        this.identity = identity;
        this.disk = disk;
    }

    /**
     * Opens the store, and deletes what a crash left of snapshots that were not committed.
     *
     * @param identity of the node.
     * @param disk     its directory; not owned.
     * @return the store.
     */
    public static SnapshotStore open(final StorageIdentity identity, final Disk disk) {
        final SnapshotStore store = new SnapshotStore(identity, disk);
        final Set<SnapshotName> leftOver = new HashSet<>();
        for (final String file : disk.list()) {
            final SnapshotName name = SnapshotName.parse(file);
            if (name != null) {
                store.lastGeneration.merge(name.groupId(), name.generation(), Math::max);
                if (SnapshotName.isManifest(file)) {
                    store.committed.computeIfAbsent(name.groupId(), group -> new ArrayList<>()).add(name);
                } else {
                    leftOver.add(name);
                }
            }
        }
        for (final List<SnapshotName> names : store.committed.values()) {
            names.sort(Comparator.comparingInt(SnapshotName::generation));
            names.forEach(leftOver::remove);
        }
        for (final SnapshotName name : leftOver) {
            LEFT_OVER.hit();
            store.deleteFiles(name);
        }
        return store;
    }

    /**
     * Begins a snapshot. It is invisible until it is committed.
     *
     * @param groupId of the group.
     * @param lsn     up to which it covers the group's log.
     * @return where to write it.
     */
    public synchronized SnapshotOutput begin(final int groupId, final long lsn) {
        if (lsn < 0) {
            throw new IllegalArgumentException("lsn " + lsn + " of a snapshot of group " + groupId + " is below 0");
        }
        final int generation = lastGeneration.merge(groupId, 1, (last, one) -> Math.addExact(last, one));
        return new SnapshotOutput(this, identity, disk, new SnapshotName(groupId, generation, lsn));
    }

    /**
     * Whether there is a snapshot of a group, sound or not: the group has a history then.
     *
     * @param groupId of the group.
     * @return whether one was committed.
     */
    public synchronized boolean holds(final int groupId) {
        return !committed.getOrDefault(groupId, List.of()).isEmpty();
    }

    /**
     * The newest snapshot of a group that is sound: all of it is read and verified before the return.
     *
     * @param groupId of the group.
     * @return the snapshot, to be closed by the caller; null when there is none.
     * @throws DamagedStorageException when there are some and none is sound; it names what is wrong with each.
     * @throws io.fleet.storage.ForeignStorageException when it belongs to another node.
     */
    public SnapshotInput newest(final int groupId) {
        final List<String> damaged = new ArrayList<>();
        for (SnapshotName name = hold(groupId, null); name != null; name = hold(groupId, name)) {
            boolean sound = false;
            try {
                final Manifest manifest = Manifest.read(disk, identity, name);
                new SnapshotInput(this, disk, name, manifest, damaged).verify();
                sound = true;
                return new SnapshotInput(this, disk, name, manifest, damaged);
            } catch (final DamagedStorageException e) {
                PASSED_OVER.hit();
                damaged.add(e.getMessage());
            } finally {
                if (!sound) {
                    released(name);
                }
            }
        }
        if (!damaged.isEmpty()) {
            throw new DamagedStorageException("no snapshot of group " + groupId + " is sound: "
                + String.join("; ", damaged));
        }
        return null;
    }

    /** The newest snapshot older than another, null for the newest of all, held for a reader; null when none is. */
    private synchronized SnapshotName hold(final int groupId, final SnapshotName below) {
        final List<SnapshotName> names = committed.getOrDefault(groupId, List.of());
        for (int i = names.size() - 1; i >= 0; i--) {
            final SnapshotName name = names.get(i);
            if (below == null || name.generation() < below.generation()) {
                readers.merge(name, 1, Integer::sum);
                return name;
            }
        }
        return null;
    }

    /** A snapshot has its manifest: verify it, then let go of the ones before. */
    void committed(final SnapshotName name) {
        try {
            new SnapshotInput(this, disk, name, Manifest.read(disk, identity, name), List.of()).verify();
        } catch (final DamagedStorageException e) {
            NEW_UNSOUND.hit();
            deleteFiles(name);
            throw e;
        }
        replace(name);
    }

    private synchronized void replace(final SnapshotName name) {
        final List<SnapshotName> names = committed.computeIfAbsent(name.groupId(), group -> new ArrayList<>());
        names.add(name);
        names.sort(Comparator.comparingInt(SnapshotName::generation));
        while (names.get(0) != name) {
            letGo(names.remove(0));
        }
    }

    synchronized void aborted(final SnapshotName name) {
        if (!committed.getOrDefault(name.groupId(), List.of()).contains(name) && !unwanted.contains(name)) {
            deleteFiles(name);
        }
    }

    synchronized void released(final SnapshotName name) {
        final int left = readers.merge(name, -1, Integer::sum);
        if (left == 0) {
            readers.remove(name);
            if (unwanted.remove(name)) {
                deleteFiles(name);
            }
        }
    }

    private void letGo(final SnapshotName name) {
        if (readers.containsKey(name)) {
            KEPT.hit();
            unwanted.add(name);
        } else {
            deleteFiles(name);
        }
    }

    /** The manifest goes first: a snapshot that lacks a part must not seem to be one. */
    private void deleteFiles(final SnapshotName name) {
        for (final String file : List.of(name.manifest(), name.temporaryManifest())) {
            if (disk.exists(file)) {
                disk.delete(file);
            }
        }
        for (final String file : disk.list()) {
            if (name.equals(SnapshotName.parse(file))) {
                disk.delete(file);
            }
        }
    }
}
