package io.fleet.storage.meta;

import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * Identity, incarnation and promises of a node. Promises of many groups become durable together.
 *
 * <p>Threads: one owner, which never waits for the disk after {@link #open}; the {@link Flusher} on any one thread.
 */
public final class MetaStore implements AutoCloseable {
    private static final class GroupPromise {
        private long promised;
        private long durable;
    }

    private final MetaFile file;
    private final MetaFlusher flusher;
    private final StorageIdentity identity;
    private final int directories;
    private final int[] members;
    private final long incarnation;
    private final Int2ObjectHashMap<GroupPromise> groups = new Int2ObjectHashMap<>();
    private long sequence;
    private boolean dirty;

    private MetaStore(final MetaFile file, final StorageIdentity identity, final int directories,
                      final int[] members) {
        this.members = members;
        this.file = file;
        this.identity = identity;
        this.directories = directories;
        final MetaImage newest = file.newest();
        incarnation = newest.incarnation + 1;
        sequence = newest.sequence;
        newest.promises.forEachInt((group, ballot) -> {
            final GroupPromise promise = new GroupPromise();
            promise.promised = ballot;
            promise.durable = ballot;
            groups.put(group, promise);
        });
        file.write(image());
        flusher = new MetaFlusher(file);
    }

    /**
     * Opens the store. In a directory without one it is created and the identity written; otherwise the identity must
     * match. The new incarnation is durable before the return.
     *
     * @param identity    of the node.
     * @param directories how many directories the node's scattered log has.
     * @param members     the node ids of the cluster's members, ascending, at most 64: with other members a majority
     *                    is another set, so a directory is bound to them.
     * @param disk        the directory of the store; not owned.
     * @return the store.
     * @throws io.fleet.storage.ForeignStorageException when it belongs to another node, another number of directories,
     * or other members.
     * @throws io.fleet.storage.DamagedStorageException when neither of its two slots is sound.
     */
    public static MetaStore open(final StorageIdentity identity, final int directories, final int[] members,
                                 final Disk disk) {
        if (members.length > MetaImage.MAX_MEMBERS) {
            throw new IllegalArgumentException("number of members " + members.length + " is not in [0, "
                + MetaImage.MAX_MEMBERS + "]");
        }
        final MetaFile file = MetaFile.open(identity, directories, members, disk);
        boolean opened = false;
        try {
            final MetaStore store = new MetaStore(file, identity, directories, members.clone());
            opened = true;
            return store;
        } finally {
            if (!opened) {
                file.close();
            }
        }
    }

    /**
     * How often this store has been opened.
     *
     * @return 1 at the first opening, and one higher at each.
     */
    public long incarnation() {
        return incarnation;
    }

    /**
     * The highest promise of a group that was set, durable or not.
     *
     * @param groupId of the group.
     * @return the ballot; 0 when there is none.
     */
    public long promised(final int groupId) {
        final GroupPromise promise = groups.get(groupId);
        return promise == null ? 0 : promise.promised;
    }

    /**
     * Stages a promise; it may be revealed once {@link #durablePromise} has reached it (rule S2). One that is not above
     * the present one changes nothing.
     *
     * @param groupId of the group.
     * @param ballot  below which the node refuses from now on.
     * @throws StorageException when there are more groups than the store can hold (16,380).
     */
    public void promise(final int groupId, final long ballot) {
        GroupPromise promise = groups.get(groupId);
        if (promise == null) {
            if (groups.size() == MetaImage.MAX_GROUPS) {
                throw new StorageException("the meta store holds promises of at most " + MetaImage.MAX_GROUPS
                    + " groups; there is no room for group " + groupId);
            }
            promise = new GroupPromise();
            groups.put(groupId, promise);
        }
        if (ballot > promise.promised) {
            promise.promised = ballot;
            dirty = true;
        }
    }

    /**
     * The highest promise of a group that is durable.
     *
     * @param groupId of the group.
     * @return the ballot; 0 when there is none.
     */
    public long durablePromise(final int groupId) {
        final GroupPromise promise = groups.get(groupId);
        return promise == null ? 0 : promise.durable;
    }

    /**
     * Publishes what became durable and hands over what was staged.
     *
     * @return how much of either was done.
     * @throws StorageException when the flusher failed; fatal for the node.
     */
    public int poll() {
        int done = 0;
        final MetaImage completed = flusher.takeCompleted();
        if (completed != null) {
            completed.promises.forEachInt((group, ballot) -> groups.get(group).durable = ballot);
            done++;
        }
        if (dirty && flusher.isIdle()) {
            dirty = false;
            flusher.handOver(image());
            done++;
        }
        return done;
    }

    /**
     * Who writes.
     *
     * @return the flusher.
     */
    public Flusher flusher() {
        return flusher;
    }

    /** Writes what is staged and closes the file. On the owner's thread, after the flusher has stopped. */
    @Override
    public void close() {
        try {
            flusher.doWork();
            poll();
            flusher.doWork();
            poll();
        } finally {
            file.close();
        }
    }

    private MetaImage image() {
        final MetaImage image = new MetaImage(identity, directories, members);
        image.sequence = ++sequence;
        image.incarnation = incarnation;
        groups.forEachInt((group, promise) -> image.promises.put(group, (Long) promise.promised));
        return image;
    }
}
