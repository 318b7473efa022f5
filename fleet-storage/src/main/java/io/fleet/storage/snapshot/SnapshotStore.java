package io.fleet.storage.snapshot;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The snapshots of all groups of a node. As a rule there is one per group; the one before it is deleted only when the
 * new one is durable, has been read back and verified.
 *
 * <p>What comes from another node is kept, though it is not whole yet, until it is continued, or a snapshot of no lower
 * LSN is there.
 *
 * <p>Safe from any thread; every method but {@link #newestId} may wait for the disk, but none waits while another
 * thread reads or verifies a snapshot.
 */
public final class SnapshotStore {
    private static final CoverageMark LEFT_OVER = CoverageMark.named("snapshot-store.left-over-deleted");
    private static final CoverageMark PASSED_OVER = CoverageMark.named("snapshot-store.damaged-passed-over");
    private static final CoverageMark NEW_UNSOUND = CoverageMark.named("snapshot-store.new-one-unsound");
    private static final CoverageMark DISTRUSTED = CoverageMark.named("snapshot-store.found-unsound-later");
    private static final CoverageMark KEPT = CoverageMark.named("snapshot-store.kept-for-its-reader");
    private static final CoverageMark HASTENED = CoverageMark.named("snapshot-store.old-one-deleted-without-waiting");
    private static final CoverageMark CONTINUED = CoverageMark.named("snapshot-store.reception-continued");
    private static final CoverageMark BEGUN_AGAIN = CoverageMark.named("snapshot-store.reception-given-up-for-another");
    private static final Comparator<SnapshotName> AGE =
        Comparator.comparingLong(SnapshotName::lsn).thenComparingInt(SnapshotName::generation);
    private static final int MARK_LENGTH = 4096;

    private final StorageIdentity identity;
    private final Disk disk;
    /** Committed ones by group, the newest last. */
    private final Map<Integer, List<SnapshotName>> committed = new HashMap<>();
    private final Map<Integer, Integer> lastGeneration = new HashMap<>();
    private final Map<SnapshotName, Integer> readers = new HashMap<>();
    private final Set<SnapshotName> unwanted = new HashSet<>();
    /** What is being received, or was when the node stopped, by group. */
    private final Map<Integer, Incoming> incoming = new HashMap<>();
    /** Committed ones that were found to be unsound; they stay until there is another. */
    private final Set<SnapshotName> distrusted = new HashSet<>();
    private final Map<Integer, SnapshotId> newestIds = new ConcurrentHashMap<>();

    /** A snapshot that is not whole yet. */
    private record Incoming(SnapshotName name, SnapshotId id) {
    }

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
        final List<String> marks = new ArrayList<>();
        for (final String file : disk.list()) {
            final SnapshotName name = SnapshotName.parse(file);
            if (name != null) {
                store.lastGeneration.merge(name.groupId(), name.generation(), Math::max);
                if (SnapshotName.isManifest(file)) {
                    store.committed.computeIfAbsent(name.groupId(), group -> new ArrayList<>()).add(name);
                } else {
                    leftOver.add(name);
                    if (SnapshotName.incomingId(file) != null) {
                        marks.add(file);
                    }
                }
            }
        }
        for (final List<SnapshotName> names : store.committed.values()) {
            names.sort(AGE);
            names.forEach(leftOver::remove);
        }
        store.committed.keySet().forEach(store::noteNewest);
        marks.forEach(mark -> store.keep(mark, leftOver));
        for (final SnapshotName name : leftOver) {
            LEFT_OVER.hit();
            store.deleteFiles(name);
        }
        return store;
    }

    /** How many bytes are left where snapshots are. */
    public long usableBytes() {
        return disk.usableBytes();
    }

    /**
     * Begins a snapshot. It is invisible until it is committed.
     *
     * @param groupId of the group.
     * @param lsn     up to which it covers the group's log.
     * @return where to write it.
     */
    public SnapshotOutput begin(final int groupId, final long lsn) {
        return begin(groupId, lsn, Pace.UNBOUNDED);
    }

    /**
     * Begins a snapshot. It is invisible until it is committed.
     *
     * @param groupId of the group.
     * @param lsn     up to which it covers the group's log.
     * @param pace    is told of each chunk that is written, of each that is read back, and of each part of the
     *                snapshots before this one that is deleted.
     * @return where to write it.
     */
    public synchronized SnapshotOutput begin(final int groupId, final long lsn, final Pace pace) {
        if (lsn < 0) {
            throw new IllegalArgumentException("lsn " + lsn + " of a snapshot of group " + groupId + " is below 0");
        }
        final int generation = lastGeneration.merge(groupId, 1, (last, one) -> Math.addExact(last, one));
        return output(new SnapshotName(groupId, generation, lsn), pace);
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
        for (SnapshotName next = hold(groupId, null); next != null; next = hold(groupId, next)) {
            final SnapshotName name = next;
            boolean sound = false;
            try {
                final Manifest manifest = Manifest.read(disk, identity, name);
                SnapshotInput.verify(disk, name, manifest, Pace.UNBOUNDED);
                sound = true;
                return new SnapshotInput(disk, name, manifest, damaged, Pace.UNBOUNDED, () -> released(name));
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
            if (below == null || AGE.compare(name, below) < 0) {
                readers.merge(name, 1, Integer::sum);
                return name;
            }
        }
        return null;
    }

    /**
     * What the newest snapshot of a group is, by its manifest; whether it is sound, who reads it finds out. Never
     * waits.
     *
     * @param groupId of the group.
     * @return its content; null when there is none.
     */
    public SnapshotId newestId(final int groupId) {
        return newestIds.get(groupId);
    }

    /**
     * A snapshot was found to be unsound: it is told and sent to nobody any more. It stays on disk until there is a
     * newer one, or another of the same LSN.
     *
     * @param groupId of the group.
     * @param lsn     up to which it covers the group's log.
     */
    public synchronized void distrust(final int groupId, final long lsn) {
        for (final SnapshotName name : committed.getOrDefault(groupId, List.of())) {
            if (name.lsn() == lsn) {
                DISTRUSTED.hit();
                distrusted.add(name);
            }
        }
        newestIds.remove(groupId);
        noteNewest(groupId);
    }

    /**
     * Opens a committed snapshot to read any piece of it.
     *
     * @param groupId of the group.
     * @param id      which one.
     * @return its pieces, to be closed by the caller; null when it is not there any more.
     */
    public synchronized SnapshotPieces pieces(final int groupId, final SnapshotId id) {
        for (final SnapshotName name : committed.getOrDefault(groupId, List.of())) {
            if (name.lsn() == id.lsn() && !distrusted.contains(name)
                && Manifest.read(disk, identity, name).id(name).equals(id)) {
                readers.merge(name, 1, Integer::sum);
                return new SnapshotPieces(disk, name, id, () -> released(name));
            }
        }
        return null;
    }

    /**
     * Begins to receive a snapshot from another node, or goes on where a reception of the same content ended. What was
     * received of another one of this group is deleted.
     *
     * @param groupId of the group.
     * @param id      what it is to become.
     * @return where to put it; nobody else receives one of the group meanwhile.
     */
    public SnapshotIntake receive(final int groupId, final SnapshotId id) {
        return receive(groupId, id, Pace.UNBOUNDED);
    }

    /**
     * Begins to receive a snapshot from another node, or goes on where a reception of the same content ended. What was
     * received of another one of this group is deleted.
     *
     * @param groupId of the group.
     * @param id      what it is to become.
     * @param pace    is told of each chunk that is written, read or read back.
     * @return where to put it; nobody else receives one of the group meanwhile.
     */
    public SnapshotIntake receive(final int groupId, final SnapshotId id, final Pace pace) {
        final Incoming before = incoming(groupId);
        if (before != null && before.id.equals(id)) {
            final SnapshotOutput output = output(before.name, pace);
            resume(output);
            if (output.length() > 0 && output.length() <= id.length()) {
                CONTINUED.hit();
                return intake(before.name, id, output, pace);
            }
            output.abort();
        }
        return receiveAnew(groupId, id, before, pace);
    }

    private SnapshotOutput output(final SnapshotName name, final Pace pace) {
        return new SnapshotOutput(identity, disk, name, pace, () -> committed(name, pace), () -> aborted(name));
    }

    private SnapshotIntake intake(final SnapshotName name, final SnapshotId id, final SnapshotOutput output,
                                  final Pace pace) {
        return new SnapshotIntake(name, id, output, manifest -> readUncommitted(name, manifest, pace),
            () -> received(name, id));
    }

    private static void resume(final SnapshotOutput output) {
        boolean resumed = false;
        try {
            output.resume();
            resumed = true;
        } finally {
            if (!resumed) {
                output.suspend();
            }
        }
    }

    private synchronized Incoming incoming(final int groupId) {
        return incoming.get(groupId);
    }

    private synchronized SnapshotIntake receiveAnew(final int groupId, final SnapshotId id, final Incoming before,
                                                    final Pace pace) {
        if (before != null) {
            BEGUN_AGAIN.hit();
            incoming.remove(groupId);
            deleteFiles(before.name);
        }
        final int generation = lastGeneration.merge(groupId, 1, (last, one) -> Math.addExact(last, one));
        final SnapshotName name = new SnapshotName(groupId, generation, id.lsn());
        try (DiskFile mark = disk.create(name.incoming(id), MARK_LENGTH)) {
            mark.sync();
        }
        incoming.put(groupId, new Incoming(name, id));
        return intake(name, id, output(name, pace), pace);
    }

    /** What was received is a snapshot of its own now, or gone: it is not waited for any more. */
    private synchronized void received(final SnapshotName name, final SnapshotId id) {
        incoming.remove(name.groupId(), new Incoming(name, id));
        if (disk.exists(name.incoming(id))) {
            disk.delete(name.incoming(id));
        }
    }

    /** Opens what is whole, and not committed. */
    private synchronized SnapshotInput readUncommitted(final SnapshotName name, final Manifest manifest,
                                                       final Pace pace) {
        readers.merge(name, 1, Integer::sum);
        return new SnapshotInput(disk, name, manifest, List.of(), pace, () -> released(name));
    }

    /** A snapshot has its manifest: verify it, then let go of the ones before. */
    private void committed(final SnapshotName name, final Pace pace) {
        try {
            final Manifest manifest = Manifest.read(disk, identity, name);
            SnapshotInput.verify(disk, name, manifest, pace);
        } catch (final DamagedStorageException e) {
            NEW_UNSOUND.hit();
            deleteFiles(name);
            throw e;
        }
        Pace left = pace;
        for (final SnapshotName old : replace(name)) {
            left = deleteFiles(old, left);
        }
    }

    /** Which ones are to be deleted: their manifests are gone, so nobody takes them for snapshots any more. */
    private synchronized List<SnapshotName> replace(final SnapshotName name) {
        final List<SnapshotName> unneeded = new ArrayList<>();
        final List<SnapshotName> names = committed.computeIfAbsent(name.groupId(), group -> new ArrayList<>());
        names.add(name);
        names.sort(AGE);
        noteNewest(name.groupId());
        while (names.get(0) != name) {
            final SnapshotName old = names.remove(0);
            distrusted.remove(old);
            if (readers.containsKey(old)) {
                KEPT.hit();
                unwanted.add(old);
            } else {
                deleteManifest(old);
                unneeded.add(old);
            }
        }
        return unneeded;
    }

    private synchronized void aborted(final SnapshotName name) {
        if (!committed.getOrDefault(name.groupId(), List.of()).contains(name) && !unwanted.contains(name)) {
            deleteFiles(name);
        }
    }

    private synchronized void released(final SnapshotName name) {
        final int left = readers.merge(name, -1, Integer::sum);
        if (left == 0) {
            readers.remove(name);
            if (unwanted.remove(name)) {
                deleteFiles(name);
            }
        }
    }

    private void noteNewest(final int groupId) {
        final List<SnapshotName> names = committed.getOrDefault(groupId, List.of());
        for (int i = names.size() - 1; i >= 0; i--) {
            if (distrusted.contains(names.get(i))) {
                continue;
            }
            try {
                newestIds.put(groupId, Manifest.read(disk, identity, names.get(i)).id(names.get(i)));
                return;
            } catch (final StorageException e) {
                PASSED_OVER.hit();
            }
        }
    }

    /** Keeps what was received before a crash or stop, unless it is of no use any more. */
    private void keep(final String mark, final Set<SnapshotName> leftOver) {
        final SnapshotName name = SnapshotName.parse(mark);
        final SnapshotId newest = newestIds.get(name.groupId());
        if (!leftOver.contains(name)) {
            disk.delete(mark);
        } else if ((newest == null || newest.lsn() < name.lsn()) && !incoming.containsKey(name.groupId())) {
            leftOver.remove(name);
            incoming.put(name.groupId(), new Incoming(name, SnapshotName.incomingId(mark)));
        }
    }

    private void deleteFiles(final SnapshotName name) {
        deleteFiles(name, Pace.UNBOUNDED);
    }

    /**
     * The manifest goes first: a snapshot that lacks a part must not seem to be one. A disk that is told which blocks
     * are free does nothing else meanwhile, so a large snapshot goes piece by piece.
     *
     * @return the pace to go on with.
     */
    private Pace deleteFiles(final SnapshotName name, final Pace pace) {
        deleteManifest(name);
        Pace left = pace;
        for (final String file : disk.list()) {
            if (name.equals(SnapshotName.parse(file))) {
                left = waitFor(left, file);
                disk.delete(file);
            }
        }
        return left;
    }

    /** A snapshot is committed whatever becomes of those before it: whoever gives up waits no more. */
    private static Pace waitFor(final Pace pace, final String file) {
        try {
            pace.onBytes(Chunks.bytesIn(file));
            return pace;
        } catch (final RuntimeException e) {
            HASTENED.hit();
            return Pace.UNBOUNDED;
        }
    }

    private void deleteManifest(final SnapshotName name) {
        for (final String file : List.of(name.manifest(), name.temporaryManifest())) {
            if (disk.exists(file)) {
                disk.delete(file);
            }
        }
    }
}
