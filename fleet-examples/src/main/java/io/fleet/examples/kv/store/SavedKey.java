package io.fleet.examples.kv.store;

/** What a {@link KeyView} has of an entry: all but its value. Immutable. */
record SavedKey(byte[] key, long hash, long expireAt, int position) implements Entry {
    @Override
    public int keyLength() {
        return key.length;
    }

    @Override
    public int valueLength() {
        throw new UnsupportedOperationException("a view of keys has no values");
    }
}
