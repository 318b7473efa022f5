package io.fleet.wire.codec;

import org.agrona.DirectBuffer;

/** Where the data of variable length lies that a message ends with, where it ends with such. One a thread, reused. */
public final class TrailingData {
    private DirectBuffer buffer;
    private int offset;
    private int length;
    private boolean isThere;

    public TrailingData() {
    }

    /** A message ends with nothing of that kind, as far as is known. */
    public void clear() {
        buffer = null;
        isThere = false;
        length = 0;
    }

    /**
     * A message ends with data.
     *
     * @param newBuffer where it is; not looked at when it is empty.
     * @param newOffset of its first byte.
     * @param newLength in bytes.
     */
    public void set(final DirectBuffer newBuffer, final int newOffset, final int newLength) {
        buffer = newBuffer;
        offset = newOffset;
        length = newLength;
        isThere = true;
    }

    /** Whether a message ends with data, be it empty: then its length stands in front of it. */
    public boolean isThere() {
        return isThere;
    }

    public DirectBuffer buffer() {
        return buffer;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }
}
