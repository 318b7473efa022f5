package io.fleet.examples.kv.watch;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The keys that somebody has watched, by their hashes, and since which watch they have not changed. Follows from the
 * log alone, and is part of snapshots. Each watch has a number; a change is as late as the watch before it. So a key
 * that was changed and changed back has changed. Nothing is kept of other keys.
 *
 * <p>The {@value #MOST} keys that were watched last are kept; of a key that fell out before its transaction came it is
 * not known whether it has changed, so it counts as changed. Two keys of one hash count as one.
 */
public final class WatchedKeys {
    /** How many keys are kept. */
    public static final int MOST = 1 << 16;
    /** In the place of the time of expiry of a key that is not there. */
    public static final long ABSENT = -2;
    private static final int BYTES_OF_KEY = 3 * Long.BYTES;

    private final Long2ObjectHashMap<Key> keys = new Long2ObjectHashMap<>();
    /** A ring: after it comes the one that was watched first. */
    private final Key ends = new Key(0, 0, 0);
    private long number;
    private long flushed;

    /** What is known of one key. */
    private static final class Key {
        private final long hash;
        /** The watch since which it is kept. */
        private final long since;
        /** The watch before its last change, or 0. */
        private long changed;
        private Key before = this;
        private Key after = this;

        Key(final long hash, final long since, final long changed) {
            this.hash = hash;
            this.since = since;
            this.changed = changed;
        }

        void leave() {
            before.after = after;
            after.before = before;
        }

        void enterBefore(final Key other) {
            after = other;
            before = other.before;
            before.after = this;
            other.before = this;
        }
    }

    /** Whether no key is watched. */
    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /** Whether a key was ever watched: then snapshots have to tell. */
    public boolean isUsed() {
        return number > 0;
    }

    /**
     * Begins a watch, of any number of keys.
     *
     * @return its number, 1 or more.
     */
    public long begin() {
        return ++number;
    }

    /**
     * The watch that was begun watches a key.
     *
     * @param hash of the key.
     */
    public void watch(final long hash) {
        Key key = keys.get(hash);
        if (key == null) {
            key = new Key(hash, number, 0);
            keys.put(hash, key);
        } else {
            key.leave();
        }
        key.enterBefore(ends);
        if (keys.size() > MOST) {
            keys.remove(ends.after.hash);
            ends.after.leave();
        }
    }

    /**
     * A key was set, deleted, or given another time to live.
     *
     * @param hash of the key.
     */
    public void changed(final long hash) {
        final Key key = keys.get(hash);
        if (key != null) {
            key.changed = number;
        }
    }

    /** All keys that were there were deleted. */
    public void flushed() {
        flushed = number;
    }

    /** The hashes are others from now on: all keys count as changed. */
    public void forget() {
        keys.clear();
        ends.leave();
        ends.before = ends;
        ends.after = ends;
    }

    /**
     * Whether a key has not changed since a watch.
     *
     * @param hash    of the key.
     * @param watch   the number of the watch.
     * @param isThere whether there was something under the key then.
     * @return false also where that is not known.
     */
    public boolean isUnchanged(final long hash, final long watch, final boolean isThere) {
        final Key key = keys.get(hash);
        return key != null && watch <= number && key.since <= watch && key.changed < watch
            && !(isThere && flushed >= watch);
    }

    /** As before the first watch. */
    public void clear() {
        forget();
        number = 0;
        flushed = 0;
    }

    /** Writes all that is known: the last number, that of the last flush, how many keys, and each. */
    public void write(final SnapshotWriter out) {
        out.writeLong(number);
        out.writeLong(flushed);
        out.writeInt(keys.size());
        for (Key key = ends.after; key != ends; key = key.after) {
            out.writeLong(key.hash);
            out.writeLong(key.since);
            out.writeLong(key.changed);
        }
    }

    /** Reads what {@link #write} wrote. */
    public void read(final SnapshotReader in) {
        clear();
        number = in.readLong();
        flushed = in.readLong();
        final int count = in.readInt();
        if (number < 1 || flushed < 0 || flushed > number || count < 0 || count > MOST
            || (long) count * BYTES_OF_KEY > in.remaining()) {
            throw new SnapshotFormatException("key-value snapshot holds " + count + " watched keys, " + number
                + " watches, and a flush after watch " + flushed);
        }
        for (int i = 0; i < count; i++) {
            final Key key = new Key(in.readLong(), in.readLong(), in.readLong());
            if (key.hash < 1 || key.since < 1 || key.since > number || key.changed < 0 || key.changed > number
                || keys.put(key.hash, key) != null) {
                throw new SnapshotFormatException("key-value snapshot holds a watched key with hash " + key.hash
                    + ", watch " + key.since + " and change " + key.changed + " of " + number + ", or holds it twice");
            }
            key.enterBefore(ends);
        }
    }
}
