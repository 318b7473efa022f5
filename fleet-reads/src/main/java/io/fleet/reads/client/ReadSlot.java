package io.fleet.reads.client;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.session.BytePool;
import io.fleet.session.CommandFrame;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One read in flight. Reused. */
final class ReadSlot {
    static final int NOBODY = -1;
    private static final byte[] NOTHING = new byte[0];

    final UnsafeBuffer frame = new UnsafeBuffer(NOTHING);
    /** 0 while it holds no read; another one each time. */
    long sequence;
    int length;
    ReadConsistency consistency;
    long correlationId;
    ReplyHandler handler;
    long submitNs;
    /** When it was sent first. */
    long firstSentNs;
    /** When it was sent last. */
    long sentNs;
    /** When another node is asked unless an answer comes. */
    long nextSendNs;
    /** The node that was asked last. */
    int node;
    int attempts;
    /** Which replicas were asked, a bit for each by its place in {@link ReplicaChoice}. */
    long asked;
    /** Which of them refused, and were not asked again since. */
    long refused;
    /** Whether a replica that was asked since had no room or no time for it. */
    boolean turnedAway;
    /** Whether one of them had no room. */
    boolean foundFull;
    /** Why a replica does not serve it; null while none has said so. */
    String notServed;
    /** Whether it waits to be sent. */
    boolean queued;

    private byte[] bytes;

    void fill(final BytePool pool, final long newSequence, final DirectBuffer header, final int headerOffset,
              final int headerLength, final DirectBuffer payload, final int payloadOffset, final int payloadLength) {
        sequence = newSequence;
        length = CommandFrame.HEADER_LENGTH + headerLength + payloadLength;
        bytes = pool.take(length);
        frame.wrap(bytes, 0, length);
        frame.setMemory(0, CommandFrame.HEADER_LENGTH, (byte) 0);
        frame.putInt(CommandFrame.LENGTH_OFFSET, length, ByteOrder.LITTLE_ENDIAN);
        frame.putByte(CommandFrame.KIND_OFFSET, CommandFrame.READ);
        frame.putLong(CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        frame.putInt(CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, headerLength, ByteOrder.LITTLE_ENDIAN);
        if (headerLength > 0) {
            header.getBytes(headerOffset, bytes, CommandFrame.HEADER_LENGTH, headerLength);
        }
        if (payloadLength > 0) {
            payload.getBytes(payloadOffset, bytes, CommandFrame.HEADER_LENGTH + headerLength, payloadLength);
        }
        node = NOBODY;
        attempts = 0;
        asked = 0;
        refused = 0;
        turnedAway = false;
        foundFull = false;
        notServed = null;
        queued = false;
    }

    boolean isFree() {
        return sequence == 0;
    }

    void clear(final BytePool pool) {
        sequence = 0;
        pool.give(bytes);
        bytes = null;
        frame.wrap(NOTHING);
        handler = null;
        consistency = null;
    }
}
