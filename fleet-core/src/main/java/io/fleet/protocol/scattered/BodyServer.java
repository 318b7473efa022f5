package io.fleet.protocol.scattered;

import io.fleet.protocol.message.EntryBody;
import io.fleet.protocol.message.FetchBody;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Sends bodies to nodes that miss them, from memory or from the scattered log (S8, M5). */
final class BodyServer {
    private final GroupContext context;
    private final PendingBodies bodies;
    private final StorageNode storage;
    private final EntryBody chunk = new EntryBody();
    private final ExpandableArrayBuffer fromLog = new ExpandableArrayBuffer();

    BodyServer(final GroupContext context, final PendingBodies bodies, final StorageNode storage) {
        this.context = context;
        this.bodies = bodies;
        this.storage = storage;
    }

    void onFetchBody(final int sender, final FetchBody request) {
        for (int i = 0; i < request.count; i++) {
            final PendingBody body = bodies.get(request.batcherId[i], request.sequence[i]);
            final StorageSlot slot;
            boolean going = true;
            if (body != null && body.complete) {
                going = sendTo(sender, body.batcherId, body.sequence, body.digest, body.length, 0, body.buffer);
            } else {
                slot = storage.slotOf(request.lsn[i]);
                if (slot != null && slot.holdsBody(request.batcherId[i], request.sequence[i])) {
                    context.entryLog().readBody(slot.bodyPosition, slot.bodyMeta, fromLog);
                    going = sendTo(sender, slot.bodyMeta.batcherId, slot.bodyMeta.sequence, slot.bodyMeta.digest,
                        slot.bodyMeta.length, 0, fromLog);
                }
            }
            if (!going) {
                return;
            }
        }
    }

    /** The leader sends a body to everyone, where the batchers leave that to it. */
    boolean sendToAll(final PendingBody body) {
        return chunks(-1, body.batcherId, body.sequence, body.digest, body.length, body.targetBallot, body.buffer);
    }

    private boolean sendTo(final int node, final long batcherId, final long sequence, final long digest,
                           final int length,
                           final long targetBallot, final DirectBuffer buffer) {
        context.counters().bodiesServed.increment();
        return chunks(node, batcherId, sequence, digest, length, targetBallot, buffer);
    }

    private boolean chunks(final int node, final long batcherId, final long sequence, final long digest,
                           final int length,
                           final long targetBallot, final DirectBuffer buffer) {
        chunk.batcherId = batcherId;
        chunk.sequence = sequence;
        chunk.targetBallot = targetBallot;
        chunk.digest = digest;
        chunk.totalLength = length;
        chunk.buffer = buffer;
        for (int offset = 0; offset < length; offset += EntryBody.MAX_CHUNK) {
            chunk.offset = offset;
            chunk.bufferOffset = offset;
            chunk.chunkLength = Math.min(EntryBody.MAX_CHUNK, length - offset);
            final boolean sent = node < 0 ? context.outbound().broadcast(chunk) : context.outbound().send(node, chunk);
            if (!sent) {
                return false;
            }
        }
        return true;
    }
}
