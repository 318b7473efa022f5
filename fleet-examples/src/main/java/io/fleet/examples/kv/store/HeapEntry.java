package io.fleet.examples.kv.store;

/** An entry that is at the same time a link of its bucket's chain and a node of the heap of expiries. */
public final class HeapEntry implements Entry {
    final byte[] key;
    /** As the secret of the store says; {@link HeapStore#rekey} changes it. */
    public long hash;
    byte[] value;
    /** In the place of the value, where a part of it is a payload. */
    Rope rope;
    long expireAt = NEVER;
    int heapIndex = -1;
    HeapEntry next;

    HeapEntry(final byte[] key, final long hash) {
        this.key = key;
        this.hash = hash;
    }

    @Override
    public long hash() {
        return hash;
    }

    @Override
    public int keyLength() {
        return key.length;
    }

    @Override
    public int valueLength() {
        return rope == null ? value.length : rope.length();
    }

    @Override
    public long expireAt() {
        return expireAt;
    }
}
