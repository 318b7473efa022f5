package io.fleet.replica;

import io.fleet.consensus.message.client.ReplyBatch;

/** Where a reply goes; a read is one that came beside the log. */
record ReplyAddress(long batcherId, long entrySequence, long session, long sequence, long staleNs, boolean isRead) {
    ReplyAddress(final long batcherId, final long entrySequence, final long session, final long sequence) {
        this(batcherId, entrySequence, session, sequence, ReplyBatch.NOT_STALE, false);
    }
}
