package io.fleet.node;

import io.fleet.batch.ReadClient;
import io.fleet.machine.GroupConfig;
import io.fleet.protocol.GroupProtocol;
import io.fleet.protocol.ModeCounter;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.ReadContext;
import io.fleet.protocol.ReadServer;
import io.fleet.protocol.ReadServerFactory;
import io.fleet.protocol.ReadableReplica;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.GroupMember;
import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.ReadRequest;
import io.fleet.protocol.message.ReplyBatch;
import io.fleet.replica.LongReads;
import io.fleet.replica.ReadPool;
import io.fleet.replica.Replica;
import io.fleet.session.ReplyFrame;
import io.fleet.storage.mark.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * The reads of one group on one node that do not go through the log: what serves them, where it is on the class path,
 * and the clients in this process that ask for them.
 */
final class GroupReads implements ReadableReplica {
    private static final Mark MISSING = Mark.named("group-reads.nothing-serves-them");

    private final int groupId;
    private final Replica replica;
    private final GroupProtocol protocol;
    private final LongReads longReads;
    private final ReadServer server;
    private final Long2ObjectHashMap<ReadClient> clients = new Long2ObjectHashMap<>();
    private final List<ReadClient> driven = new ArrayList<>();
    private int[] nodes = {};

    GroupReads(final int groupId, final GroupConfig config, final Outbound outbound, final GroupProtocol protocol,
               final Replica replica, final ReadPool pool, final ReadServerFactory factory,
               final long randomSeed) {
        this.groupId = groupId;
        this.replica = replica;
        this.protocol = protocol;
        longReads = new LongReads(config, replica, pool);
        server = factory == null ? null
            : factory.create(new ReadContext(groupId, config, outbound, protocol.members(), protocol.readMarks(),
            this, randomSeed));
    }

    void onMessage(final int sender, final Message message, final long nowNs) {
        if (server != null) {
            server.onMessage(sender, message, nowNs);
        } else if (message instanceof ReadRequest request) {
            MISSING.hit();
            refuse(request.batcherId, request.requestId, true, "group " + groupId
                + " serves no reads beside the log: they need the Maven artifact " + ReadServers.ARTIFACT
                + " on the class path of its nodes, and it is not there", request.buffer, request.bufferOffset,
                request.length);
        }
    }

    /** Answers for a client in this process; to commands too, since they tell what the client has seen. */
    void onReplyBatch(final int sender, final ReplyBatch reply, final long nowNs) {
        final ReadClient client = clients.get(reply.batcherId);
        if (client == null) {
            return;
        }
        if (reply.reads) {
            client.onReplyBatch(sender, reply, nowNs);
        } else {
            client.onAnswered(reply.lsn);
        }
    }

    /** The monotonic clock may have stood still while time passed. */
    void onStoodStill() {
        if (server != null) {
            server.onStoodStill();
        }
    }

    int doWork(final long nowNs) {
        int work = server == null ? 0 : server.doWork(nowNs) + longReads.doWork(protocol.leaderBallot(), nowNs);
        for (int i = driven.size() - 1; i >= 0; i--) {
            work += driven.get(i).doWork(nowNs);
        }
        return work;
    }

    List<ModeCounter> counters() {
        return server == null ? List.of()
            : Stream.concat(server.counters().stream(), longReads.counters().stream()).toList();
    }

    /** Who belongs to the group: all of them are replicas. */
    void members(final Configuration configuration) {
        nodes = nodesOf(configuration);
        clients.values().forEach(client -> client.members(nodes));
    }

    static int[] nodesOf(final Configuration configuration) {
        return configuration.members().stream().mapToInt(GroupMember::node).toArray();
    }

    /** A client that is driven by its front. */
    void add(final ReadClient client) {
        client.members(nodes);
        clients.put(client.batcherId(), client);
    }

    /** A client without a front. */
    ReadClient addDriven(final ReadClient client) {
        add(client);
        driven.add(client);
        return client;
    }

    void remove(final long batcherId) {
        driven.remove(clients.remove(batcherId));
    }

    void close(final long nowNs) {
        longReads.close(protocol.leaderBallot());
        clients.values().forEach(client -> client.close(nowNs));
    }

    @Override
    public long applied() {
        return replica.applied();
    }

    @Override
    public boolean isReadable() {
        return !replica.isPaused() && replica.isBetweenEntries();
    }

    @Override
    public void answer(final long batcherId, final long requestId, final long staleNs, final DirectBuffer queries,
                       final int offset, final int length) {
        longReads.read(batcherId, requestId, protocol.leaderBallot(), staleNs, queries, offset, length);
    }

    @Override
    public void refuse(final long batcherId, final long requestId, final boolean forGood, final String why,
                       final DirectBuffer queries, final int offset, final int length) {
        replica.refuse(batcherId, requestId, protocol.leaderBallot(),
            forGood ? ReplyFrame.NOT_SERVED : ReplyFrame.READ_LATER, why, queries, offset, length);
    }
}
