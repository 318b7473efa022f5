package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.store.Entry;

/** A key that a batch has looked at: what it found, and what it leaves. */
final class DraftEntry implements Entry {
    private final DraftKey key;
    /** By the drafts before, expired or not; null where there was nothing. */
    private final Held before;
    private Held after;
    private boolean isChanged;

    DraftEntry(final DraftKey key, final Held before) {
        this.key = key;
        this.before = before;
        after = before;
    }

    DraftKey key() {
        return key;
    }

    Held before() {
        return before;
    }

    /** Null where there is nothing. */
    Held after() {
        return after;
    }

    boolean isChanged() {
        return isChanged;
    }

    void change(final Held to) {
        after = to;
        isChanged = true;
    }

    /** What was there has expired. */
    void forget() {
        after = null;
    }

    /** It has no place in an order. */
    @Override
    public long hash() {
        throw new UnsupportedOperationException("a draft has no order");
    }

    @Override
    public int keyLength() {
        return key.length();
    }

    @Override
    public int valueLength() {
        return after.bytes().length;
    }

    @Override
    public long expireAt() {
        return after.expireAt();
    }
}
