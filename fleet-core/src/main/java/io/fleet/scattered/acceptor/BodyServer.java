package io.fleet.scattered.acceptor;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.ordered.OrderedEntryHandler;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Sends bodies to nodes that miss them: from memory, from the scattered log, or from the ordered log (S8, M5). Sends as
 * much as can be taken at once; who asks again names the chunk to go on with. What the disk cannot read is not here.
 */
public final class BodyServer {
    private static final CoverageMark FROM_SCATTERED_LOG = CoverageMark
        .named("body-server.read-from-the-scattered-log");
    private static final CoverageMark FROM_ORDERED_LOG = CoverageMark.named("body-server.read-from-the-ordered-log");
    private static final CoverageMark ANOTHER = CoverageMark.named("body-server.held-one-may-be-another");
    private static final int NOBODY = -1;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final Acceptor storage;
    private final EntryBody chunk = new EntryBody();
    private final EntryMeta found = new EntryMeta();
    private final ExpandableArrayBuffer fromLog = new ExpandableArrayBuffer();
    private boolean isFound;

    public BodyServer(final GroupContext context, final PendingBodies bodies, final Acceptor storage) {
        this.context = context;
        this.bodies = bodies;
        this.storage = storage;
    }

    public void onFetchBody(final int sender, final FetchBody request) {
        boolean going = true;
        for (int i = 0; i < request.count && going; i++) {
            final PendingBody body = bodies.get(request.batcherId[i], request.sequence[i]);
            final boolean isHeld = body != null && body.complete;
            if (isHeld && !mayBeAnother(body, request.lsn[i])) {
                going = sendHeld(sender, request.offset[i], body);
            } else if (load(request.lsn[i], request.batcherId[i], request.sequence[i], true)) {
                forNobodyToOrder();
                going = send(sender, request.offset[i], fromLog);
            } else if (isHeld) {
                going = sendHeld(sender, request.offset[i], body);
            }
        }
    }

    /**
     * A batcher that uses an id twice may have sent another body than the one that was ordered, and chosen (M2). What
     * is accepted says which; what is recorded is read.
     */
    private boolean mayBeAnother(final PendingBody body, final long lsn) {
        final AcceptorSlot slot = storage.slotOf(lsn);
        final boolean isAnother = slot != null && slot.holdsBody(body.batcherId, body.sequence)
            ? slot.bodyMeta.digest != body.digest : lsn > 0 && lsn <= storage.floor();
        if (isAnother) {
            ANOTHER.hit();
        }
        return isAnother;
    }

    private boolean sendHeld(final int sender, final int offset, final PendingBody body) {
        name(body);
        forNobodyToOrder();
        return send(sender, offset, body.buffer);
    }

    private void forNobodyToOrder() {
        chunk.targetBallot = 0;
        chunk.replier = OrderEntry.NO_REPLIER;
        chunk.part = EntryBody.EVERYONE;
    }

    /** The leader sends a body to everyone, where the batchers leave that to it. */
    public boolean sendToAll(final PendingBody body) {
        name(body);
        return send(NOBODY, 0, body.buffer);
    }

    /** Sends the first chunk of a body that was not ordered to a leader, as its batcher did. */
    public void sendBeginning(final int leader, final PendingBody body) {
        name(body);
        chunk.buffer = body.buffer;
        chunk.offset = 0;
        chunk.bufferOffset = 0;
        chunk.chunkLength = Math.min(EntryBody.MAX_CHUNK, body.length);
        context.outbound().send(leader, chunk);
    }

    /**
     * A body that is here and that this node itself goes by, from its first byte on. Valid until the next call.
     *
     * @throws io.fleet.storage.ReadFailedException when the disk does not read it: that is no proof that it is another
     *                                              one, and the node ends.
     */
    public DirectBuffer read(final long lsn, final EntryMeta meta) {
        final PendingBody body = bodies.held(meta);
        if (body != null) {
            return body.buffer;
        }
        if (!load(lsn, meta.batcherId, meta.sequence, false)) {
            throw new IllegalStateException("the body at LSN " + lsn + ", which was here, is not");
        }
        return fromLog;
    }

    private void name(final PendingBody body) {
        chunk.batcherId = body.batcherId;
        chunk.sequence = body.sequence;
        chunk.targetBallot = body.targetBallot;
        body.wish.write(chunk);
        chunk.digest = body.digest;
        chunk.totalLength = body.length;
    }

    /** Reads a body back from disk: what is accepted, or what is chosen and recorded already. */
    private boolean load(final long lsn, final long batcherId, final long sequence, final boolean isForOthers) {
        final AcceptorSlot slot = storage.slotOf(lsn);
        isFound = false;
        if (slot != null && slot.holdsBody(batcherId, sequence)) {
            FROM_SCATTERED_LOG.hit();
            found.set(slot.bodyMeta);
            isFound = (isForOthers ? context.entryLog().readForOthers(lsn, slot.bodyPosition, found, fromLog)
                : context.entryLog().readBody(slot.bodyPosition, found, fromLog)) >= 0;
        } else if (lsn > 0 && lsn <= storage.floor()) {
            FROM_ORDERED_LOG.hit();
            final OrderedEntryHandler onEntry = (at, meta, body, offset, length) -> {
                isFound = length != OrderedEntryHandler.NO_BODY && meta.batcherId == batcherId
                    && meta.sequence == sequence;
                found.set(meta);
                if (isFound) {
                    fromLog.putBytes(0, body, offset, length);
                }
            };
            if (isForOthers) {
                context.recorded().readForOthers(lsn, lsn, 1, onEntry);
            } else {
                context.recorded().read(lsn, lsn, 1, onEntry);
            }
        }
        chunk.batcherId = found.batcherId;
        chunk.sequence = found.sequence;
        chunk.digest = found.digest;
        chunk.totalLength = found.length;
        return isFound;
    }

    private boolean send(final int node, final int from, final DirectBuffer buffer) {
        if (node != NOBODY) {
            context.counters().bodiesServed.increment();
        }
        chunk.buffer = buffer;
        for (int offset = from; offset < chunk.totalLength; offset += EntryBody.MAX_CHUNK) {
            chunk.offset = offset;
            chunk.bufferOffset = offset;
            chunk.chunkLength = Math.min(EntryBody.MAX_CHUNK, chunk.totalLength - offset);
            if (!(node == NOBODY ? context.outbound().broadcast(chunk) : context.outbound().send(node, chunk))) {
                return false;
            }
        }
        return true;
    }
}
