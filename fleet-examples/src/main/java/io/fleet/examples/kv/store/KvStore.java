package io.fleet.examples.kv.store;

import org.agrona.DirectBuffer;

/**
 * Where the keys and values of a {@code KvMachine} are. Every store walks its entries in one order, (hash of the key,
 * length of the key, key), whatever its kind, size and history are: that makes snapshots canonical, and a cursor of
 * SCAN nothing but the next hash. Entries that have expired stay in until they are taken out.
 *
 * <p>Owned by the machine's thread. What a method is handed is copied. A store that cannot hold what it is given throws
 * {@link StoreFailure}; what commands may put in is bounded by {@link KvBounds} before that.
 */
public interface KvStore extends KeyOrder, AutoCloseable {
    /**
     * Finds an entry, expired or not.
     *
     * @param buffer where the key is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return null when there is none.
     */
    Entry find(DirectBuffer buffer, int offset, int length);

    /**
     * Adds an entry for a key that {@link #find} does not find; it never expires.
     *
     * @param key         where the key is.
     * @param keyOffset   of its first byte.
     * @param keyLength   in bytes.
     * @param value       where the value is.
     * @param valueOffset of its first byte.
     * @param valueLength in bytes.
     * @return the entry.
     */
    Entry insert(DirectBuffer key, int keyOffset, int keyLength, DirectBuffer value, int valueOffset, int valueLength);

    /**
     * Replaces a value.
     *
     * @param entry  that is in.
     * @param buffer where the value is.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void replace(Entry entry, DirectBuffer buffer, int offset, int length);

    /**
     * Makes a value longer.
     *
     * @param entry  that is in.
     * @param buffer where what is appended is.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void append(Entry entry, DirectBuffer buffer, int offset, int length);

    /**
     * How much is copied to make a value longer, beside what is added.
     *
     * @param entry that is in.
     * @return bytes.
     */
    default int bytesCopiedToAppend(final Entry entry) {
        return entry.valueLength();
    }

    /**
     * The parts of a value of which a part is a payload.
     *
     * @param entry that is in.
     * @return null where the value is bytes: see {@link #value}.
     */
    default Rope rope(final Entry entry) {
        return null;
    }

    /**
     * The value of an entry, from index 0 to the capacity.
     *
     * @param entry that is in.
     * @return a view that holds until the next call of any method of the store.
     */
    DirectBuffer value(Entry entry);

    /**
     * Takes an entry out.
     *
     * @param entry that is in.
     */
    void remove(Entry entry);

    /**
     * Sets when an entry expires.
     *
     * @param entry that is in.
     * @param at    milliseconds since the epoch, or {@link Entry#NEVER}.
     */
    void expireAt(Entry entry, long at);

    /**
     * Takes out entries that have expired, so many at most.
     *
     * @param now    log time.
     * @param budget the most.
     */
    void removeExpired(long now, int budget);

    /**
     * How many entries are in, expired ones too.
     *
     * @return entries.
     */
    int size();

    /**
     * What the entries that are in come to, by {@link KvBounds#entryBytes}; expired ones too.
     *
     * @return bytes.
     */
    long bytes();

    /**
     * Whether the store may grow by so much, with what has expired and is in.
     *
     * @param entries    added; 0 or less asks for none.
     * @param bytes      added; 0 or less asks for none.
     * @param maxEntries how many there may be.
     * @param maxBytes   what they may come to.
     * @return whether that is within the bounds.
     */
    default boolean isWithin(final long entries, final long bytes, final long maxEntries, final long maxBytes) {
        return (entries <= 0 || entries <= maxEntries - size()) && (bytes <= 0 || bytes <= maxBytes - bytes());
    }

    /**
     * How many entries have not expired.
     *
     * @param now log time.
     * @return entries.
     */
    int liveSize(long now);

    /**
     * What the order of the entries follows from; clearing the store leaves it.
     *
     * @return {@link KeyHash#OPEN} at the beginning.
     */
    KeyHash hashes();

    /**
     * Brings all entries into another order. Takes time for each of them.
     *
     * @param hashes what it follows from.
     */
    void rekey(KeyHash hashes);

    /** Takes everything out. */
    void clear();

    /** Gives the memory back; the store is not used afterwards. */
    @Override
    void close();
}
