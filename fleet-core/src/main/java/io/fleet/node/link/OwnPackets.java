package io.fleet.node.link;

import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The packets of a node to itself, in order. A packet is encoded at the place where it stays until it is read, so
 * nothing is copied. There are two lists: while one is read, what that leads to is written to the other. One thread.
 */
final class OwnPackets {
    private static final int FIRST_BYTES = 2 * Transport.MAX_PACKET;
    private static final int ALIGNMENT = Long.BYTES;
    private static final int BATCH = 64;

    private final int capacity;
    private List written = new List();
    private List read = new List();
    private int waiting;

    /** A place for packets one behind the other, each with its length in front. */
    private static final class List {
        private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[0]);
        private int end;
        private int next;
    }

    /**
     * Takes no memory yet.
     *
     * @param capacity the most bytes that wait to be read, with those that are being read twice as many.
     */
    OwnPackets(final int capacity) {
        this.capacity = capacity;
    }

    /** Whether the longest packet would find room behind the last one. */
    boolean hasRoom() {
        final int needed = written.end + ALIGNMENT + Transport.MAX_PACKET;
        if (needed > capacity) {
            return false;
        }
        if (needed > written.bytes.capacity()) {
            final int length = Math.min(capacity, Math.max(FIRST_BYTES, BitUtil.findNextPositivePowerOfTwo(needed)));
            written.bytes.wrap(Arrays.copyOf(written.bytes.byteArray(), length));
        }
        return true;
    }

    /** Where the next packet may be written when there is room for it. */
    UnsafeBuffer buffer() {
        return written.bytes;
    }

    /** The index of its first byte in {@link #buffer}. */
    int offset() {
        return written.end + ALIGNMENT;
    }

    /** The packet that was written there is to be read. */
    void commit(final int length) {
        written.bytes.putInt(written.end, length);
        written.end += ALIGNMENT + BitUtil.align(length, ALIGNMENT);
        waiting++;
    }

    /**
     * Hands over what was committed before this call, a batch at a time; what that leads to comes in the last batch as
     * far as it fits. One whose handler throws is gone.
     */
    int poll(final PacketHandler handler) {
        final int before = waiting;
        int work = 0;
        while (work < before) {
            for (int i = 0; i < BATCH && waiting > 0; i++) {
                handNext(handler);
                work++;
            }
        }
        return work;
    }

    private void handNext(final PacketHandler handler) {
        if (read.next == read.end) {
            read.next = 0;
            read.end = 0;
            final List next = written;
            written = read;
            read = next;
        }
        final int offset = read.next + ALIGNMENT;
        final int length = read.bytes.getInt(read.next);
        read.next = offset + BitUtil.align(length, ALIGNMENT);
        waiting--;
        handler.onPacket(read.bytes, offset, length);
    }
}
