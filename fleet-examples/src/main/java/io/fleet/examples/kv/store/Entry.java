package io.fleet.examples.kv.store;

/**
 * A key with its value and expiry, as a {@link KvStore} hands it out. It holds until it is taken out of the store, and
 * tells what is in the store now. Two of one key are equal, but need not be the same object.
 */
public interface Entry {
    /** Says that an entry never expires. */
    long NEVER = -1;

    /**
     * Where the entry stands in the order of the store.
     *
     * @return the hash of its key, 1 or more.
     */
    long hash();

    /**
     * The size of the key.
     *
     * @return bytes.
     */
    int keyLength();

    /**
     * The size of the value.
     *
     * @return bytes.
     */
    int valueLength();

    /**
     * When the entry expires.
     *
     * @return milliseconds since the epoch, or {@link #NEVER}.
     */
    long expireAt();

    /**
     * Whether the entry has expired.
     *
     * @param now log time.
     * @return whether it counts as gone.
     */
    default boolean expired(final long now) {
        return expireAt() != NEVER && now > expireAt();
    }
}
