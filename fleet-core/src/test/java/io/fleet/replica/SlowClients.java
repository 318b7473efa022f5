package io.fleet.replica;

import io.fleet.consensus.Outbound;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.session.ReplyFrame;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;

/** A network that encodes what is sent, as the real one does, and gives each batcher so much room a round. */
final class SlowClients implements Outbound {
    /** Bytes that each batcher takes until {@link #nextRound}. */
    long roomBytes = Long.MAX_VALUE;
    /** Batchers that take nothing. */
    final Set<Long> stuck = new HashSet<>();
    /** Batchers to which there is no way. */
    final Set<Long> unknown = new HashSet<>();
    /** Which sequences were answered whole. */
    final Map<Long, Set<Long>> answered = new HashMap<>();
    int longestMessage;
    int tries;
    private final WireEncoder encoder = new WireEncoder(new WireIdentity(1, 2).birthId(5).life(6));
    private final Map<Long, Long> taken = new HashMap<>();
    private final UnsafeBuffer head = new UnsafeBuffer(new byte[ReplyFrame.HEADER_LENGTH]);
    private final Map<Long, Walk> walks = new HashMap<>();

    /** Where the next frame begins in the message that is on its way to a batcher. */
    private static final class Walk {
        private int nextFrame;
    }

    void nextRound() {
        taken.clear();
    }

    /** How many were handed over, whether or not there was room. */
    int messages() {
        return tries;
    }

    int answeredBy(final long batcher) {
        return answered.getOrDefault(batcher, Set.of()).size();
    }

    @Override
    public int self() {
        return 2;
    }

    @Override
    public boolean broadcast(final Message message) {
        return true;
    }

    @Override
    public boolean send(final int node, final Message message) {
        return true;
    }

    @Override
    public boolean isBatcherKnown(final long batcherId) {
        return !unknown.contains(batcherId);
    }

    @Override
    public boolean sendToBatcher(final long batcherId, final Message message) {
        tries++;
        final ReplyBatch batch = (ReplyBatch) message;
        if (stuck.contains(batcherId) || unknown.contains(batcherId)
            || taken.getOrDefault(batcherId, 0L) + batch.length > roomBytes) {
            return false;
        }
        encoder.encode(0, 0, message);
        taken.merge(batcherId, (long) batch.length, Long::sum);
        longestMessage = Math.max(longestMessage, batch.totalLength);
        read(batcherId, batch);
        return true;
    }

    private void read(final long batcherId, final ReplyBatch batch) {
        final Walk walk = walks.computeIfAbsent(batcherId, id -> new Walk());
        walk.nextFrame = batch.offset == 0 ? 0 : walk.nextFrame;
        while (walk.nextFrame >= batch.offset
            && walk.nextFrame + ReplyFrame.HEADER_LENGTH <= batch.offset + batch.length) {
            batch.buffer.getBytes(batch.bufferOffset + walk.nextFrame - batch.offset, head, 0,
                ReplyFrame.HEADER_LENGTH);
            walk.nextFrame += head.getInt(ReplyFrame.LENGTH_OFFSET, ByteOrder.LITTLE_ENDIAN);
            answered.computeIfAbsent(batcherId, id -> new HashSet<>())
                .add(head.getLong(ReplyFrame.SEQUENCE_OFFSET, ByteOrder.LITTLE_ENDIAN));
        }
    }
}
