package io.fleet.replica;

import io.fleet.protocol.Ballot;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.message.EntryBody;
import io.fleet.protocol.message.ReplyBatch;
import io.fleet.session.ReplyFrame;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Gathers the answers to the commands of one entry and sends them to its batcher, in as many packets as they need. A
 * lost packet is made good by a retry (S9, S10).
 */
final class ReplySender {
    private static final int RETAINED = 4 << 20;

    private final Outbound outbound;
    private final GroupCounters counters;
    private final ReplyBatch batch = new ReplyBatch();
    private ExpandableArrayBuffer frames = new ExpandableArrayBuffer(4096);
    private int length;

    ReplySender(final Outbound outbound, final GroupCounters counters) {
        this.outbound = outbound;
        this.counters = counters;
    }

    void start() {
        length = 0;
        if (frames.capacity() > RETAINED) {
            frames = new ExpandableArrayBuffer(4096);
        }
    }

    void add(final byte status, final long sessionId, final long sequence, final DirectBuffer answer, final int offset,
        final int answerLength) {
        final int frameLength = ReplyFrame.HEADER_LENGTH + answerLength;
        frames.putInt(length + ReplyFrame.LENGTH_OFFSET, frameLength, ByteOrder.LITTLE_ENDIAN);
        frames.putInt(length + ReplyFrame.STATUS_OFFSET, status, ByteOrder.LITTLE_ENDIAN);
        frames.putLong(length + ReplyFrame.SESSION_OFFSET, sessionId, ByteOrder.LITTLE_ENDIAN);
        frames.putLong(length + ReplyFrame.SEQUENCE_OFFSET, sequence, ByteOrder.LITTLE_ENDIAN);
        frames.putBytes(length + ReplyFrame.HEADER_LENGTH, answer, offset, answerLength);
        length += frameLength;
    }

    void send(final long batcherId, final long entrySequence, final long leaderBallot) {
        batch.batcherId = batcherId;
        batch.entrySequence = entrySequence;
        batch.ballot = leaderBallot;
        batch.leader = Ballot.node(leaderBallot);
        batch.buffer = frames;
        batch.totalLength = length;
        for (int offset = 0; offset < length; offset += EntryBody.MAX_CHUNK) {
            batch.offset = offset;
            batch.bufferOffset = offset;
            batch.length = Math.min(EntryBody.MAX_CHUNK, length - offset);
            if (!outbound.sendToBatcher(batcherId, batch)) {
                counters.repliesLost.increment();
                return;
            }
        }
        counters.repliesSent.increment();
    }
}
