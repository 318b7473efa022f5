package io.fleet.client.command;

import io.fleet.client.ReplyHandler;
import io.fleet.session.BytePool;
import io.fleet.session.CommandFrame;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** One command in flight: its frame, who waits for it, and which entries that may still be ordered carry it. Reused. */
final class CommandSlot {
    enum State {
        /** Holds no command. */
        FREE,
        /** Holds a command that no entry has carried yet. */
        WAITING,
        /** Holds a command that at least one entry has carried. */
        SENT
    }

    /**
     * How many entries are told apart; with more of them open, the outcome of the command can no longer be "rejected".
     */
    static final int MAX_CARRIERS = 8;

    private static final byte[] NOTHING = new byte[0];
    private static final int COMMAND_HEADER_PADDING_OFFSET = CommandFrame.COMMAND_HEADER_LENGTH_OFFSET + Integer.BYTES;

    final UnsafeBuffer frame = new UnsafeBuffer(NOTHING);
    State state = State.FREE;
    long sequence;
    int length;
    long correlationId;
    ReplyHandler handler;
    long submitNs;
    long firstSentNs;
    long lastSentNs;
    /** When to send again unless an answer comes. */
    long nextSendNs;
    /** The ballot of the last entry that carried this. */
    long ballot;
    /** The last entry that carried this. */
    long lastCarrier;
    /** How often it was sent since the leader became known. */
    int attempts;
    /** How often an entry with it was rejected. */
    int rejections;
    /** Whether it waits in the queue of what is to be sent again. */
    boolean queued;
    /** Whether it must be the only command of its entry. */
    boolean alone;
    /** Which disks are full, where the last entry that was rejected was so because of that; otherwise null. */
    String fullDisks;

    private final long[] carriers = new long[MAX_CARRIERS];
    private int carrierCount;
    private boolean carriersLost;
    private byte[] bytes;

    void fill(final BytePool pool, final byte kind, final DirectBuffer header, final int headerOffset,
              final int headerLength, final DirectBuffer payload, final int payloadOffset, final int payloadLength) {
        fill(pool.take(CommandFrame.HEADER_LENGTH + headerLength + payloadLength), kind, headerLength, payloadLength);
        if (headerLength > 0) {
            header.getBytes(headerOffset, bytes, CommandFrame.HEADER_LENGTH, headerLength);
        }
        if (payloadLength > 0) {
            payload.getBytes(payloadOffset, bytes, CommandFrame.HEADER_LENGTH + headerLength, payloadLength);
        }
    }

    /** The array is the frame, whose head is written here; a long one is dropped afterwards, and else pooled. */
    void fill(final byte[] array, final byte kind, final int headerLength, final int payloadLength) {
        length = CommandFrame.HEADER_LENGTH + headerLength + payloadLength;
        bytes = array;
        frame.wrap(bytes, 0, length);
        frame.putInt(CommandFrame.LENGTH_OFFSET, length, ByteOrder.LITTLE_ENDIAN);
        frame.putInt(CommandFrame.KIND_OFFSET, kind, ByteOrder.LITTLE_ENDIAN);
        frame.putLong(CommandFrame.SESSION_OFFSET, 0);
        frame.putLong(CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        frame.putLong(CommandFrame.OLDEST_OFFSET, 0);
        frame.putInt(CommandFrame.COMMAND_HEADER_LENGTH_OFFSET, headerLength, ByteOrder.LITTLE_ENDIAN);
        frame.putInt(COMMAND_HEADER_PADDING_OFFSET, 0);
        state = State.WAITING;
        attempts = 0;
        rejections = 0;
        queued = false;
        alone = false;
        fullDisks = null;
        carrierCount = 0;
        carriersLost = false;
    }

    /** The first time it is sent its frame gets what the client knows now; from then on its bytes never change (H4). */
    void fix(final long sessionId, final long oldestAwaited) {
        frame.putLong(CommandFrame.SESSION_OFFSET, sessionId, ByteOrder.LITTLE_ENDIAN);
        frame.putLong(CommandFrame.OLDEST_OFFSET, oldestAwaited, ByteOrder.LITTLE_ENDIAN);
    }

    boolean isWrite() {
        return frame.getByte(CommandFrame.KIND_OFFSET) == CommandFrame.WRITE;
    }

    void carriedBy(final long entry, final long newBallot) {
        if (carrierCount == MAX_CARRIERS) {
            carriersLost = true;
        } else {
            carriers[carrierCount++] = entry;
        }
        lastCarrier = entry;
        ballot = newBallot;
        attempts++;
    }

    /** An entry will never be ordered. Returns whether it was one that carried this command. */
    boolean carrierRejected(final long entry) {
        for (int i = 0; i < carrierCount; i++) {
            if (carriers[i] == entry) {
                carriers[i] = carriers[--carrierCount];
                return true;
            }
        }
        return false;
    }

    /** Whether no entry that carried this command can ever be ordered. */
    boolean allRejected() {
        return carrierCount == 0 && !carriersLost;
    }

    void clear(final BytePool pool) {
        pool.give(bytes);
        bytes = null;
        frame.wrap(NOTHING);
        handler = null;
        queued = false;
        state = State.FREE;
    }
}
