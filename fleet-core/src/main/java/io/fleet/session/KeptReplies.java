package io.fleet.session;

import io.fleet.session.PlacesPool.Places;

/**
 * The answers that one session keeps, by sequence: a hash table whose size follows how many there are, not how far
 * apart their sequences lie. One that holds few for the moment stays as wide as it is while the pool lends the room: a
 * client that has many commands in flight confirms them many at a time.
 */
final class KeptReplies {
    /** What one answer takes besides its bytes, in bytes of heap: at most four places of the table. */
    static final int OVERHEAD = 96;
    private static final int ARRAY_HEADER = 16;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final PlacesPool pool;
    private Places places;
    private int shift;
    private int count;
    /** Wider than it need be, with room that the pool lends. */
    private boolean isWide;

    KeptReplies(final PlacesPool pool) {
        this.pool = pool;
        use(pool.take(PlacesPool.FIRST_CAPACITY));
    }

    private void use(final Places next) {
        places = next;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(next.capacity());
    }

    /** What an answer takes in all, in bytes of heap: a function of its length. */
    static long cost(final int length) {
        return OVERHEAD + (length == 0 ? 0 : ARRAY_HEADER + BytePool.capacity(length));
    }

    int count() {
        return count;
    }

    /** The place of an answer; negative where there is none. */
    int find(final long sequence) {
        final long[] sequences = places.sequences;
        final int mask = sequences.length - 1;
        int at = home(sequence);
        while (sequences[at] != 0) {
            if (sequences[at] == sequence) {
                return at;
            }
            at = at + 1 & mask;
        }
        return -1;
    }

    byte status(final int at) {
        return places.statuses[at];
    }

    int length(final int at) {
        return places.lengths[at];
    }

    byte[] reply(final int at) {
        return places.replies[at];
    }

    /** Adds one that is not there; the array is the table's from now on. */
    void add(final long sequence, final byte status, final byte[] reply, final int length) {
        if (4 * (count + 1) > 3 * places.capacity()) {
            resize(2 * places.capacity());
        }
        put(sequence, status, reply, length);
        count++;
        if (isWide && !isSparse()) {
            isWide = false;
            pool.returned(places);
        }
    }

    private boolean isSparse() {
        return places.capacity() > PlacesPool.FIRST_CAPACITY && 4 * count < places.capacity();
    }

    private void put(final long sequence, final byte status, final byte[] reply, final int length) {
        final int mask = places.capacity() - 1;
        int at = home(sequence);
        while (places.sequences[at] != 0) {
            at = at + 1 & mask;
        }
        set(at, sequence, status, reply, length);
    }

    private void set(final int at, final long sequence, final byte status, final byte[] reply, final int length) {
        places.sequences[at] = sequence;
        places.statuses[at] = status;
        places.lengths[at] = length;
        places.replies[at] = reply;
    }

    /** Takes one out, and moves those behind it that would not be found otherwise. */
    void remove(final int place) {
        final long[] sequences = places.sequences;
        final int mask = sequences.length - 1;
        int free = place;
        int at = place + 1 & mask;
        while (sequences[at] != 0) {
            if ((at - home(sequences[at]) & mask) >= (at - free & mask)) {
                set(free, sequences[at], status(at), reply(at), length(at));
                free = at;
            }
            at = at + 1 & mask;
        }
        set(free, 0, (byte) 0, null, 0);
        count--;
        if (!isWide && isSparse()) {
            isWide = pool.lends(places);
            if (!isWide) {
                resize(sequences.length / 2);
            }
        }
    }

    private void resize(final int capacity) {
        final Places old = places;
        use(pool.take(capacity));
        for (int i = 0; i < old.capacity(); i++) {
            if (old.sequences[i] != 0) {
                put(old.sequences[i], old.statuses[i], old.replies[i], old.lengths[i]);
            }
        }
        pool.give(old);
    }

    /** Gives all back; it must not be used any more. */
    void release(final BytePool arrays) {
        for (final byte[] reply : places.replies) {
            if (reply != null) {
                arrays.give(reply);
            }
        }
        if (isWide) {
            isWide = false;
            pool.returned(places);
        }
        pool.give(places);
        count = 0;
    }

    /** What the arrays take as they are, in bytes of heap, without those that the pool lends. */
    long measure() {
        long bytes = isWide ? 0 : places.bytes();
        for (final byte[] reply : places.replies) {
            bytes += reply == null || reply.length == 0 ? 0 : ARRAY_HEADER + reply.length;
        }
        return bytes;
    }

    private int home(final long sequence) {
        return (int) (sequence * SPREAD >>> shift);
    }
}
