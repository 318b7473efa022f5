package io.fleet.examples.kv.draft;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A key. Comparable, so that tables of keys whose hashes collide are searched in a tree. Immutable. */
final class DraftKey implements Comparable<DraftKey> {
    private final byte[] bytes;
    private final int hash;

    DraftKey(final DirectBuffer buffer, final int offset, final int length) {
        bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        hash = Arrays.hashCode(bytes);
    }

    int length() {
        return bytes.length;
    }

    /** A buffer over the key, from index 0 to the capacity. */
    DirectBuffer buffer() {
        return new UnsafeBuffer(bytes);
    }

    @Override
    public int compareTo(final DraftKey other) {
        return Arrays.compare(bytes, other.bytes);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof DraftKey && Arrays.equals(bytes, ((DraftKey) other).bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
