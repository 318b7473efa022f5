package io.fleet.protocol.scattered;

import io.fleet.protocol.message.CatchUpEntry;
import io.fleet.protocol.message.CatchUpRequest;
import io.fleet.protocol.message.EntryBody;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/**
 * Sends recorded entries to replicas that lag: a bounded number of bytes for each request, and no more than one batch
 * a request.
 */
final class CatchUpServer {
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_ENTRIES = 4096;

    private final GroupContext context;
    private final CatchUpEntry message = new CatchUpEntry();
    private int target;
    private long firstLsn;
    private int firstOffset;
    private boolean going;

    CatchUpServer(final GroupContext context) {
        this.context = context;
    }

    void onRequest(final int sender, final CatchUpRequest request) {
        final long recorded = context.progress().recorded();
        if (request.fromLsn > recorded || request.fromLsn < 1) {
            return;
        }
        target = sender;
        firstLsn = request.fromLsn;
        firstOffset = request.offset;
        going = true;
        message.chosen = recorded;
        final long to = Math.min(recorded, request.fromLsn + MAX_ENTRIES - 1);
        context.recorded().read(request.fromLsn, to, Math.min(Math.max(request.maxBytes, 1), MAX_BYTES), this::send);
    }

    private void send(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset,
        final int length) {
        message.lsn = lsn;
        message.meta.set(meta);
        message.buffer = body;
        int sent = lsn == firstLsn && firstOffset < length ? firstOffset : 0;
        do {
            message.offset = sent;
            message.bufferOffset = offset + sent;
            message.chunkLength = Math.min(EntryBody.MAX_CHUNK, length - sent);
            going = going && context.outbound().send(target, message);
            sent += message.chunkLength;
        } while (going && sent < length);
        if (going) {
            context.counters().catchUpServed.increment();
        }
    }
}
