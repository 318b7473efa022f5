package io.fleet.batch;

import io.fleet.protocol.message.ReplyBatch;
import org.agrona.ExpandableArrayBuffer;

/**
 * Puts answers together that travel in several packets. Holds one at a time, since the packets of one entry follow
 * each other; whatever does not continue it starts anew or is left out, and the retry of its commands makes that good.
 */
final class ReplyAssembler {
    private static final int RETAINED = 1 << 20;

    private ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(0);
    private long entrySequence;
    private int totalLength;
    private int received;

    /**
     * Takes a packet; true when {@link ReplyBatch#buffer} now holds the whole (put there from here, where it came in
     * parts).
     */
    boolean complete(final ReplyBatch packet) {
        if (packet.offset == 0 && packet.length == packet.totalLength) {
            return true;
        }
        if (packet.offset == 0) {
            start(packet);
        } else if (packet.entrySequence != entrySequence || packet.totalLength != totalLength
            || packet.offset != received) {
            return false;
        }
        buffer.putBytes(received, packet.buffer, packet.bufferOffset, packet.length);
        received += packet.length;
        if (received < totalLength) {
            return false;
        }
        packet.buffer = buffer;
        packet.bufferOffset = 0;
        packet.length = totalLength;
        entrySequence = 0;
        totalLength = 0;
        return true;
    }

    private void start(final ReplyBatch packet) {
        if (buffer.capacity() > RETAINED) {
            buffer = new ExpandableArrayBuffer(0);
        }
        entrySequence = packet.entrySequence;
        totalLength = packet.totalLength;
        received = 0;
    }
}
