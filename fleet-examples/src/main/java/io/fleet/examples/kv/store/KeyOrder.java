package io.fleet.examples.kv.store;

/** Entries in the order of stores, to be walked over: (hash of the key, length of the key, key). */
public interface KeyOrder {
    /**
     * The first entry, expired or not, whose hash is at or above a cursor.
     *
     * @param cursor 0 or more.
     * @return null when there is none.
     */
    Entry first(long cursor);

    /**
     * The entry after an entry.
     *
     * @param entry that is in.
     * @return null after the last.
     */
    Entry next(Entry entry);

    /**
     * The key of an entry.
     *
     * @param entry that is in.
     * @return not to be changed.
     */
    byte[] key(Entry entry);
}
