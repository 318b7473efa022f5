package io.fleet.scattered.leader;

import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.scattered.acceptor.BodyServer;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.Digest;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Makes bodies of configurations, which no batcher sends, and puts them where bodies wait to be ordered. */
public final class ConfigurationBodies {
    private final GroupContext context;
    private final PendingBodies bodies;
    private final long batcherId;
    private final EntryBody chunk = new EntryBody();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[ConfigurationCodec.MAX_LENGTH]);
    private final Digest digest = new Digest();
    private long sequence;

    public ConfigurationBodies(final GroupContext context, final PendingBodies bodies) {
        this.context = context;
        this.bodies = bodies;
        batcherId = BatcherId.embedded(context.self(), context.randomSeed() * 0x9E3779B97F4A7C15L);
    }

    /** Whether a configuration that was found follows the one that this node acts on. Its body is here. */
    boolean isNext(final BodyServer server, final AcceptedEntry found) {
        final DirectBuffer body = server.read(found.lsn, found.meta);
        return ConfigurationCodec.require(body, 0, found.meta.length, found.lsn).number() == context.membership()
            .current().number() + 1;
    }

    /** The body of a configuration; null when there is no room now. */
    public PendingBody hold(final Configuration configuration, final long ballot, final long nowNs) {
        chunk.totalLength = ConfigurationCodec.encode(configuration, bytes, 0);
        chunk.chunkLength = chunk.totalLength;
        chunk.batcherId = batcherId;
        chunk.sequence = ++sequence;
        chunk.targetBallot = ballot;
        chunk.digest = digest.of(bytes, 0, chunk.totalLength);
        chunk.offset = 0;
        chunk.buffer = bytes;
        chunk.bufferOffset = 0;
        return bodies.onChunk(chunk, ballot, nowNs) == PendingBodies.Result.COMPLETE
            ? bodies.get(batcherId, sequence) : null;
    }
}
