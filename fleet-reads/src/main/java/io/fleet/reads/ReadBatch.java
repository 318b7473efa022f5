package io.fleet.reads;

import io.fleet.client.ReadConsistency;
import io.fleet.consensus.message.read.ReadRequest;
import org.agrona.concurrent.UnsafeBuffer;

/** The reads of one request while they wait. Reused. */
final class ReadBatch {
    private static final int RETAINED = 4096;

    final UnsafeBuffer queries = new UnsafeBuffer(new byte[256]);
    ReadConsistency.Level level;
    long batcherId;
    long requestId;
    long leastLsn;
    int length;
    long arrivedNs;
    /** The LSN that has to be applied before they are executed. */
    long target;
    /** How old the state may have been when they arrived; as {@code ReplyBatch.staleNs}. */
    long staleNs;
    /** How old the state may be for it. */
    long mostStaleNs;

    ReadBatch set(final ReadRequest request, final ReadConsistency.Level newLevel, final long nowNs) {
        level = newLevel;
        batcherId = request.batcherId;
        requestId = request.requestId;
        leastLsn = request.leastLsn;
        length = request.length;
        arrivedNs = nowNs;
        if (queries.capacity() < length) {
            queries.wrap(new byte[Math.max(length, 2 * queries.capacity())]);
        }
        queries.putBytes(0, request.buffer, request.bufferOffset, length);
        return this;
    }

    void clear() {
        if (queries.capacity() > RETAINED) {
            queries.wrap(new byte[256]);
        }
    }
}
