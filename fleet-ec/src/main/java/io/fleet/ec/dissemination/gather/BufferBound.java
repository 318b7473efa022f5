package io.fleet.ec.dissemination.gather;

import org.agrona.ExpandableArrayBuffer;

/** Memory for reuse that has become too long to be kept: one entry in a thousand may have a header of some MiB. */
public final class BufferBound {
    /** How long a header's memory may be that is kept for the next one. */
    static final int HEADER_BYTES = 256 << 10;

    private BufferBound() {
    }

    /** The same memory, or new one in the place of what has become too long. */
    public static ExpandableArrayBuffer ofHeader(final ExpandableArrayBuffer used) {
        return used.capacity() > HEADER_BYTES ? new ExpandableArrayBuffer() : used;
    }
}
