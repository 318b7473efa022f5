package io.fleet.scattered.learner;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.ordered.OrderedEntryHandler;
import org.agrona.DirectBuffer;

/**
 * Sends recorded entries to replicas that lag: for each request one small slice, and one slice a duty cycle, so that
 * whoever lags costs those that lead and acknowledge little. Of several requests of one replica the newest counts.
 */
public final class CatchUpServer {
    private static final CoverageMark MORE_TO_COME = CoverageMark.named("catch-up-server.slice-ends-before-all");
    private static final CoverageMark CUT_SHORT = CoverageMark.named("catch-up-server.slice-cut-short");

    /** The most bytes of bodies that one request is answered with, unless a single body is longer. */
    static final int MAX_BYTES = 256 << 10;
    /** The most entries that one request is answered with; nobody takes more than a window of them at once. */
    static final int MAX_ENTRIES = 256;

    private final GroupContext context;
    private final CatchUpEntry message = new CatchUpEntry();
    private final OrderedEntryHandler onEntry = this::send;
    private final long[] fromLsn;
    private final int[] fromOffset;
    private final int[] maxBytes;
    private final long[] nonces;
    private int waiting;
    private int turn;
    private int member;
    private boolean going;

    public CatchUpServer(final GroupContext context) {
        this.context = context;
        fromLsn = new long[Configuration.SLOTS];
        fromOffset = new int[fromLsn.length];
        maxBytes = new int[fromLsn.length];
        nonces = new long[fromLsn.length];
    }

    public void onRequest(final int sender, final CatchUpRequest request) {
        final int index = context.indexOf(sender);
        if (index < 0 || request.fromLsn < 1 || request.fromLsn > context.progress().recorded()) {
            return;
        }
        waiting += fromLsn[index] == 0 ? 1 : 0;
        fromLsn[index] = request.fromLsn;
        fromOffset[index] = request.offset;
        nonces[index] = request.nonce;
        maxBytes[index] = Math.min(Math.max(request.maxBytes, 1), MAX_BYTES);
    }

    /** Other members may have the slots of former ones; whoever still wants something asks again. */
    public void onConfiguration() {
        java.util.Arrays.fill(fromLsn, 0);
        waiting = 0;
    }

    public int doWork() {
        if (waiting == 0) {
            return 0;
        }
        do {
            turn = (turn + 1) % fromLsn.length;
        } while (fromLsn[turn] == 0);
        member = turn;
        going = true;
        message.nonce = nonces[member];
        message.chosen = context.progress().recorded();
        final int most = Math.min(MAX_ENTRIES, context.capacity());
        final long to = Math.min(message.chosen, fromLsn[member] + most - 1);
        if (fromLsn[member] + context.recorded().readForOthers(fromLsn[member], to, maxBytes[member],
            onEntry) <= message.chosen) {
            MORE_TO_COME.hit();
        }
        fromLsn[member] = 0;
        waiting--;
        return 1;
    }

    /** An entry whose body others hold goes out without it; so does one whose body the disk cannot read. */
    private void send(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset,
                      final int length) {
        if (!going) {
            return;
        }
        message.lsn = lsn;
        message.meta.set(meta);
        message.buffer = body;
        final int end = Math.max(length, 0);
        int sent = lsn == fromLsn[member] && fromOffset[member] < length ? fromOffset[member] : 0;
        do {
            message.offset = sent;
            message.bufferOffset = offset + sent;
            message.chunkLength = Math.min(EntryBody.MAX_CHUNK, end - sent);
            going = context.outbound().send(context.members()[member], message);
            sent += message.chunkLength;
        } while (going && sent < end);
        if (going) {
            context.counters().catchUpServed.increment();
        } else {
            CUT_SHORT.hit();
        }
    }
}
