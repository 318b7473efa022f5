package io.fleet.client.command;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Mode;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.session.BytePool;
import io.fleet.session.CommandFrame;
import io.fleet.storage.Digest;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Forms one entry at a time and sends it in chunks, going on where the way out was blocked. Every entry gets a new
 * number, so that (batcher, number) names one body for ever.
 */
final class EntrySender {
    private enum State { IDLE, FORMING, DIGESTING, SENDING }

    /** So many bytes are digested in one call: a long body takes several. */
    private static final int DIGESTED_AT_ONCE = 16 << 20;

    private final long batcherId;
    private final Outbound outbound;
    private final int maxBatchBytes;
    private final int maxBatchCommands;
    private final boolean broadcast;
    private final EntryBody message = new EntryBody();
    private final Digest digest = new Digest();
    private final UnsafeBuffer body;
    private final byte[] batchBytes;
    private State state = State.IDLE;
    private long entry;
    private int leader;
    private int length;
    private int commands;
    private int sent;
    private int digested;
    private boolean closed;
    private boolean isToAll;

    EntrySender(final GroupConfig config, final long batcherId, final Outbound outbound) {
        this.batcherId = batcherId;
        this.outbound = outbound;
        maxBatchBytes = config.maxBatchBytes();
        maxBatchCommands = config.maxBatchCommands() == 0 ? Integer.MAX_VALUE : config.maxBatchCommands();
        broadcast = config.dissemination() == Dissemination.BATCHER && config.mode() == Mode.SCATTERED;
        batchBytes = new byte[maxBatchBytes];
        body = new UnsafeBuffer(batchBytes);
    }

    /** Whether an entry is on its way: {@link #transmit()} must return true before the next one can begin. */
    boolean busy() {
        return state == State.SENDING || state == State.DIGESTING;
    }

    /** Bytes of the entry that are still to be sent. */
    int left() {
        return length - sent;
    }

    /** The number of the entry that is formed or was formed last. */
    long entry() {
        return entry;
    }

    void begin(final long ballot, final int newLeader) {
        if (state != State.FORMING) {
            entry++;
        }
        state = State.FORMING;
        leader = newLeader;
        length = 0;
        commands = 0;
        sent = 0;
        closed = false;
        message.batcherId = batcherId;
        message.sequence = entry;
        message.targetBallot = ballot;
        message.replier = OrderEntry.NO_REPLIER;
        message.wanted = 0;
        isToAll = !broadcast;
    }

    /** Asks the leader to let a node answer the entry that is formed; {@link OrderEntry#NO_REPLIER} for any. */
    void replier(final int node) {
        message.replier = node;
    }

    /** Sends the entry that is formed to all: what was sent to a part alone had no answer. */
    void sendToAll() {
        isToAll = true;
    }

    /** Says what the batcher has in flight, with the entry that is formed. */
    void wanted(final long inFlight) {
        message.wanted = (int) Math.min(Credit.MOST, inFlight);
    }

    /** Whether a frame still has room; the first one always has. */
    boolean fits(final int frameLength, final boolean alone) {
        return length == 0
            || !closed && !alone && commands < maxBatchCommands && length + frameLength <= maxBatchBytes;
    }

    /** A long one is alone, and is sent from where it is: it is not pooled, and its bytes do not change any more. */
    void append(final DirectBuffer frame, final int frameLength, final boolean alone) {
        final boolean isApart = frameLength > maxBatchBytes;
        if (isApart && frameLength > BytePool.MAX_POOLED) {
            body.wrap(frame, 0, frameLength);
        } else {
            if (isApart) {
                body.wrap(new byte[frameLength]);
            }
            body.putBytes(length, frame, 0, frameLength);
        }
        length += frameLength;
        commands++;
        closed = alone;
    }

    /** Makes the entry of one frame that opens or closes a session. */
    void control(final byte kind, final byte flag, final long sessionId, final long sequence) {
        body.setMemory(0, CommandFrame.HEADER_LENGTH, (byte) 0);
        body.putInt(CommandFrame.LENGTH_OFFSET, CommandFrame.HEADER_LENGTH, ByteOrder.LITTLE_ENDIAN);
        body.putByte(CommandFrame.KIND_OFFSET, kind);
        body.putByte(CommandFrame.OWNER_OFFSET, flag);
        body.putLong(CommandFrame.SESSION_OFFSET, sessionId, ByteOrder.LITTLE_ENDIAN);
        body.putLong(CommandFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        body.putLong(CommandFrame.OLDEST_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        length = CommandFrame.HEADER_LENGTH;
        seal();
    }

    /** Ends forming; returns false when the entry is empty: its number is then used for the next. */
    boolean seal() {
        if (length == 0) {
            return false;
        }
        message.totalLength = length;
        message.part = isToAll ? EntryBody.EVERYONE : outbound.bodyPart(message.targetBallot);
        digest.begin();
        digested = 0;
        state = State.DIGESTING;
        return true;
    }

    /** Sends what is left of the entry; returns false when the way out is blocked before its end, or it is long. */
    boolean transmit() {
        if (state == State.DIGESTING) {
            final int count = Math.min(DIGESTED_AT_ONCE, length - digested);
            digest.add(body, digested, count);
            digested += count;
            if (digested < length) {
                return false;
            }
            message.digest = digest.value();
            state = State.SENDING;
        }
        while (sent < length) {
            message.offset = sent;
            message.buffer = body;
            message.bufferOffset = sent;
            message.chunkLength = Math.min(EntryBody.MAX_CHUNK, length - sent);
            if (!(broadcast ? outbound.sendBody(message, message.part, leader) : outbound.send(leader, message))) {
                return false;
            }
            sent += message.chunkLength;
        }
        finish();
        return true;
    }

    /** Gives up the entry that is on its way, if one is; what went out of it cannot be taken back. */
    void abandon() {
        if (busy()) {
            finish();
        }
    }

    private void finish() {
        state = State.IDLE;
        if (body.byteArray() != batchBytes) {
            body.wrap(batchBytes);
        }
    }
}
