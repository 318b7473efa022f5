package io.fleet.examples.kv.store;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What is kept of an entry outside the heap: the length of the key, little-endian, then the key, then the value. Used
 * in two ways: one is put together here to be written, one is a view of what was read, where it lies.
 */
final class OffHeapRecord {
    private static final int KEPT_CAPACITY = 1024 * 1024;

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private ExpandableArrayBuffer parts = new ExpandableArrayBuffer(1024);
    private int length;

    /**
     * Begins a new one to be written.
     *
     * @param key    where the key is; copied.
     * @param offset of its first byte.
     * @param count  in bytes.
     */
    void begin(final DirectBuffer key, final int offset, final int count) {
        if (parts.capacity() > KEPT_CAPACITY) {
            parts = new ExpandableArrayBuffer(1024);
        }
        parts.putInt(0, count, ByteOrder.LITTLE_ENDIAN);
        length = Integer.BYTES;
        append(key, offset, count);
    }

    /**
     * Appends to the value of the one to be written.
     *
     * @param buffer where the bytes are; copied.
     * @param offset of the first.
     * @param count  how many.
     */
    void append(final DirectBuffer buffer, final int offset, final int count) {
        parts.putBytes(length, buffer, offset, count);
        length += count;
    }

    byte[] bytes() {
        return parts.byteArray();
    }

    int length() {
        return length;
    }

    void wrap(final long address, final int count) {
        view.wrap(address, count);
    }

    UnsafeBuffer view() {
        return view;
    }

    int keyLength() {
        return view.getInt(0, ByteOrder.LITTLE_ENDIAN);
    }

    byte[] copyOfKey() {
        final byte[] key = new byte[keyLength()];
        view.getBytes(Integer.BYTES, key);
        return key;
    }

    int valueOffset() {
        return Integer.BYTES + keyLength();
    }

    int valueLength() {
        return view.capacity() - valueOffset();
    }
}
