package io.fleet.examples.kv.draft;

import io.fleet.examples.kv.store.Entry;
import io.fleet.examples.kv.store.KvBounds;

/**
 * What is under a key. The bytes are never changed, so the same array is the same value.
 *
 * @param bytes    the value.
 * @param expireAt milliseconds since the epoch, or {@link Entry#NEVER}.
 */
record Held(byte[] bytes, long expireAt) {
    /** What it is at a log time: null where it has expired, or there is nothing. */
    static Held live(final Held held, final long now) {
        return held == null || held.expireAt != Entry.NEVER && now > held.expireAt ? null : held;
    }

    /** Whether two are the same, or both nothing. */
    static boolean same(final Held one, final Held other) {
        return one == null || other == null ? one == other : one.bytes == other.bytes && one.expireAt == other.expireAt;
    }

    /** What an entry with it counts. */
    static long weight(final DraftKey key, final Held held) {
        return held == null ? 0 : KvBounds.entryBytes(key.length(), held.bytes.length);
    }
}
