package io.fleet.bench.peer;

/**
 * The map that is replicated, the same code for every peer that lets one bring its own: keys are 0, 1, 2 and so on, so
 * it is an array, and takes next to no time. One thread, or a lock of the caller's.
 */
public final class ValueMap {
    private final byte[][] values;

    /**
     * An empty map.
     *
     * @param keys how many keys there are.
     */
    public ValueMap(final int keys) {
        values = new byte[keys][];
    }

    /**
     * Where the value of a key goes; the caller fills it at once. Values of one length share one array.
     *
     * @param key    from 0 to the number of keys - 1.
     * @param length of the value.
     * @return an array of that length.
     * @throws IllegalArgumentException when there is no such key.
     */
    public byte[] forPut(final long key, final int length) {
        final int index = index(key);
        if (values[index] == null || values[index].length != length) {
            values[index] = new byte[length];
        }
        return values[index];
    }

    /**
     * The value of a key.
     *
     * @param key from 0 to the number of keys - 1.
     * @return the value, valid until the next put of the key; null when there is none.
     * @throws IllegalArgumentException when there is no such key.
     */
    public byte[] get(final long key) {
        return values[index(key)];
    }

    private int index(final long key) {
        if (key < 0 || key >= values.length) {
            throw new IllegalArgumentException("key is " + key + ", but must be from 0 to " + (values.length - 1));
        }
        return (int) key;
    }
}
