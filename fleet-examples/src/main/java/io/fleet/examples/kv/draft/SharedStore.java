package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.HeapEntry;
import io.fleet.examples.kv.store.HeapStore;
import io.fleet.examples.kv.store.KeyHash;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.agrona.DirectBuffer;

/**
 * What is published: a store on the heap that other threads look into. One thread changes it, and reads it without the
 * lock; it changes it under the lock, and the others read under the lock. Values are replaced, never overwritten.
 */
final class SharedStore extends HeapStore {
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    /** What is under a key, expired or not; null when there is nothing. Any thread. */
    Held look(final DraftKey key) {
        lock.readLock().lock();
        try {
            final Entry entry = find(key.buffer(), 0, key.length());
            return entry == null ? null : new Held(array(entry), entry.expireAt());
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Any thread. */
    @Override
    public KeyHash hashes() {
        lock.readLock().lock();
        try {
            return super.hashes();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Puts under a key what was prepared, or takes the key out. */
    void put(final DraftKey key, final Held held) {
        change(() -> {
            final Entry before = find(key.buffer(), 0, key.length());
            if (held != null) {
                final Entry entry = before != null ? before
                    : super.insert(key.buffer(), 0, key.length(), key.buffer(), 0, 0);
                keep(entry, held.bytes());
                if (entry.expireAt() != held.expireAt()) {
                    super.expireAt(entry, held.expireAt());
                }
            } else if (before != null) {
                super.remove(before);
            }
        });
    }

    private void change(final Runnable how) {
        lock.writeLock().lock();
        try {
            how.run();
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public HeapEntry insert(final DirectBuffer key, final int keyOffset, final int keyLength, final DirectBuffer value,
                            final int valueOffset, final int valueLength) {
        lock.writeLock().lock();
        try {
            return super.insert(key, keyOffset, keyLength, value, valueOffset, valueLength);
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public void replace(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        final byte[] value = new byte[length];
        buffer.getBytes(offset, value);
        change(() -> keep(entry, value));
    }

    @Override
    public void append(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        change(() -> super.append(entry, buffer, offset, length));
    }

    @Override
    public void remove(final Entry entry) {
        change(() -> super.remove(entry));
    }

    @Override
    public void expireAt(final Entry entry, final long at) {
        change(() -> super.expireAt(entry, at));
    }

    @Override
    public void rekey(final KeyHash hashes) {
        change(() -> super.rekey(hashes));
    }

    @Override
    public void clear() {
        change(super::clear);
    }
}
