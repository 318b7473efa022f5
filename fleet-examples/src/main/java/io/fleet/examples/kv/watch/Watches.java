package io.fleet.examples.kv.watch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys that a connection watches until its next transaction, and what was said of them. Not thread-safe. */
public final class Watches {
    /** The size of what the machine is told of a key beside the key. */
    public static final int SEEN_BYTES = 2 * Long.BYTES;
    /** How many keys a connection may watch: one that watched more would push out those of all others. */
    public static final int MOST = 1024;
    private static final int KEY_COST = 192;

    private final Map<ByteBuffer, Seen> keys = new LinkedHashMap<>();
    private long encoded;
    private long heap;

    /** What the machine said of one key; nothing yet where the number is 0. */
    private static final class Seen {
        private long number;
        private long expireAt;
    }

    /** A watch that was asked for, of keys that may have been let go since. */
    public static final class Asked {
        private final byte[][] wanted;
        private final List<Seen> seen = new ArrayList<>();

        private Asked(final byte[][] wanted) {
            this.wanted = wanted;
        }

        /** The keys that it is of. */
        public byte[][] keys() {
            return wanted;
        }

        /**
         * The machine has answered. What it said before of a key holds on.
         *
         * @param number   of the watch.
         * @param expiries when each key expires, or what it says in its place.
         */
        public void answered(final long number, final long[] expiries) {
            if (expiries.length != seen.size()) {
                throw new IllegalArgumentException("malformed answer to a watch of " + seen.size() + " keys: it tells"
                    + " of " + expiries.length);
            }
            for (int i = 0; i < expiries.length; i++) {
                final Seen each = seen.get(i);
                if (each.number == 0) {
                    each.number = number;
                    each.expireAt = expiries[i];
                }
            }
        }
    }

    /** Whether nothing is watched. */
    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /** How many keys are watched. */
    public int size() {
        return keys.size();
    }

    /** What the keys take in a batch, in bytes, at most. */
    public long encoded() {
        return encoded;
    }

    /** What is held, in bytes, about. */
    public long heap() {
        return heap;
    }

    /**
     * Watches keys.
     *
     * @param wanted which.
     * @return what the machine is to be asked; of no keys where all were watched already.
     */
    public Asked ask(final byte[][] wanted) {
        final Map<ByteBuffer, Seen> fresh = new LinkedHashMap<>();
        for (final byte[] key : wanted) {
            final ByteBuffer wrapped = ByteBuffer.wrap(key);
            Seen seen = keys.get(wrapped);
            if (seen == null) {
                seen = new Seen();
                keys.put(wrapped, seen);
                encoded += key.length + SEEN_BYTES + Long.BYTES;
                heap += key.length + KEY_COST;
            }
            if (seen.number == 0) {
                fresh.put(wrapped, seen);
            }
        }
        final Asked asked = new Asked(fresh.keySet().stream().map(ByteBuffer::array).toArray(byte[][]::new));
        asked.seen.addAll(fresh.values());
        return asked;
    }

    /**
     * What a transaction is to begin with: each key, and behind it the number of its watch and when it expires, both
     * little-endian.
     *
     * @return null where the machine did not say of each key: then nobody knows whether it has changed.
     */
    public byte[][] toArguments() {
        final byte[][] arguments = new byte[2 * keys.size()][];
        int at = 0;
        for (final Map.Entry<ByteBuffer, Seen> each : keys.entrySet()) {
            final Seen seen = each.getValue();
            if (seen.number == 0) {
                return null;
            }
            arguments[at++] = each.getKey().array();
            arguments[at++] = ByteBuffer.allocate(SEEN_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(seen.number)
                .putLong(seen.expireAt).array();
        }
        return arguments;
    }
}
