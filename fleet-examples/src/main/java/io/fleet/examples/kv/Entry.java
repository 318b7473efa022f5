package io.fleet.examples.kv;

/** A key with its value and expiry, at the same time a link of its bucket's chain and a node of the expiry heap. */
final class Entry {
    /** Says that an entry never expires. */
    static final long NEVER = -1;

    final byte[] key;
    final int hash;
    byte[] value;
    long expireAt = NEVER;
    int heapIndex = -1;
    Entry next;

    Entry(final byte[] key, final int hash) {
        this.key = key;
        this.hash = hash;
    }

    boolean expired(final long now) {
        return expireAt != NEVER && now > expireAt;
    }
}
