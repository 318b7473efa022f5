package io.fleet.examples.kv.watch;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.KeyHash;
import io.fleet.examples.kv.store.KvStore;
import io.fleet.examples.kv.store.Rope;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/**
 * A store that tells which keys change. That a key has expired is no change, and neither is that it is taken out then,
 * which replicas need not do at the same command.
 */
public final class WatchedStore implements KvStore {
    private final KvStore store;
    private final WatchedKeys watched;
    private final LongSupplier now;

    /**
     * Looks at a store.
     *
     * @param store   that is changed through this one alone, but for what has expired.
     * @param watched is told.
     * @param now     gives the log time of the command at hand.
     */
    public WatchedStore(final KvStore store, final WatchedKeys watched, final LongSupplier now) {
        this.store = store;
        this.watched = watched;
        this.now = now;
    }

    /**
     * The value of an entry has changed past this store.
     *
     * @param entry that is in.
     */
    public void changed(final Entry entry) {
        if (!watched.isEmpty()) {
            watched.changed(entry.hash());
        }
    }

    /**
     * A key has changed past this store; it need not be there.
     *
     * @param buffer where the key is.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    public void changed(final DirectBuffer buffer, final int offset, final int length) {
        if (!watched.isEmpty()) {
            watched.changed(store.hashes().of(buffer, offset, length));
        }
    }

    @Override
    public Entry find(final DirectBuffer buffer, final int offset, final int length) {
        return store.find(buffer, offset, length);
    }

    @Override
    public Entry insert(final DirectBuffer key, final int keyOffset, final int keyLength, final DirectBuffer value,
                        final int valueOffset, final int valueLength) {
        final Entry entry = store.insert(key, keyOffset, keyLength, value, valueOffset, valueLength);
        changed(entry);
        return entry;
    }

    @Override
    public void replace(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        changed(entry);
        store.replace(entry, buffer, offset, length);
    }

    @Override
    public void append(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        changed(entry);
        store.append(entry, buffer, offset, length);
    }

    @Override
    public int bytesCopiedToAppend(final Entry entry) {
        return store.bytesCopiedToAppend(entry);
    }

    @Override
    public Rope rope(final Entry entry) {
        return store.rope(entry);
    }

    @Override
    public DirectBuffer value(final Entry entry) {
        return store.value(entry);
    }

    @Override
    public void remove(final Entry entry) {
        if (!watched.isEmpty() && !entry.expired(now.getAsLong())) {
            watched.changed(entry.hash());
        }
        store.remove(entry);
    }

    @Override
    public void expireAt(final Entry entry, final long at) {
        changed(entry);
        store.expireAt(entry, at);
    }

    @Override
    public void removeExpired(final long time, final int budget) {
        store.removeExpired(time, budget);
    }

    @Override
    public int size() {
        return store.size();
    }

    @Override
    public long bytes() {
        return store.bytes();
    }

    @Override
    public boolean isWithin(final long entries, final long bytes, final long maxEntries, final long maxBytes) {
        return store.isWithin(entries, bytes, maxEntries, maxBytes);
    }

    @Override
    public int liveSize(final long time) {
        return store.liveSize(time);
    }

    @Override
    public KeyHash hashes() {
        return store.hashes();
    }

    @Override
    public void rekey(final KeyHash hashes) {
        watched.forget();
        store.rekey(hashes);
    }

    @Override
    public void clear() {
        watched.flushed();
        store.clear();
    }

    @Override
    public Entry first(final long cursor) {
        return store.first(cursor);
    }

    @Override
    public Entry next(final Entry entry) {
        return store.next(entry);
    }

    @Override
    public byte[] key(final Entry entry) {
        return store.key(entry);
    }

    @Override
    public void close() {
        store.close();
    }
}
