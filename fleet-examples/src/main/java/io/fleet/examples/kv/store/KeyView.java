package io.fleet.examples.kv.store;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys of a {@link HeapStore} as they were when the view was made, for one other thread. A segment is copied, by
 * reference and without values, when it is first walked over, or before the store first changes its keys or expiries,
 * whichever comes first; both happen under the view's lock, so the store waits for the copy of one segment at most
 * (some hundred keys of a million). Making a view copies nothing.
 */
public final class KeyView implements KeyOrder {
    private final HeapEntry[][] live;
    /** Guarded by this. */
    private final SavedKey[][] saved = new SavedKey[KeyHash.SEGMENTS][];

    KeyView(final HeapEntry[][] live) {
        this.live = live;
    }

    /**
     * The store is about to change a segment.
     *
     * @param segment which.
     * @param copy    of the segment, if one was made for another view and this change.
     * @return a copy, if one was made.
     */
    synchronized SavedKey[] save(final int segment, final SavedKey[] copy) {
        if (saved[segment] == null) {
            saved[segment] = copy == null ? copyOf(live[segment]) : copy;
            return saved[segment];
        }
        return copy;
    }

    private synchronized SavedKey[] segment(final int segment) {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("the node stops");
        }
        save(segment, null);
        return saved[segment];
    }

    private static SavedKey[] copyOf(final HeapEntry[] table) {
        final List<SavedKey> keys = new ArrayList<>();
        if (table != null) {
            for (final HeapEntry head : table) {
                for (HeapEntry e = head; e != null; e = e.next) {
                    keys.add(new SavedKey(e.key, e.hash, e.expireAt, keys.size()));
                }
            }
        }
        return keys.toArray(SavedKey[]::new);
    }

    @Override
    public SavedKey first(final long cursor) {
        for (final SavedKey key : segment(KeyHash.segment(cursor))) {
            if (key.hash() >= cursor) {
                return key;
            }
        }
        return firstFrom(KeyHash.segment(cursor) + 1);
    }

    @Override
    public SavedKey next(final Entry given) {
        final SavedKey key = (SavedKey) given;
        final int segment = KeyHash.segment(key.hash());
        final SavedKey[] keys = segment(segment);
        return key.position() + 1 < keys.length ? keys[key.position() + 1] : firstFrom(segment + 1);
    }

    private SavedKey firstFrom(final int from) {
        for (int segment = from; segment < KeyHash.SEGMENTS; segment++) {
            final SavedKey[] keys = segment(segment);
            if (keys.length > 0) {
                return keys[0];
            }
        }
        return null;
    }

    @Override
    public byte[] key(final Entry entry) {
        return ((SavedKey) entry).key();
    }
}
