package io.fleet.bench.peer.ratis;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.client.RaftClient;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.protocol.RaftClientReply;

/** Outcomes come in on threads of the RPC; the library itself finds the leader, and tries again. */
final class RatisMapClient implements PeerClient {
    /** Beyond it, calls block. */
    static final int MAX_OUTSTANDING = 5_000;

    private final RaftClient client;
    private final Outcomes outcomes;

    RatisMapClient(final PeerConfig config, final Outcomes outcomes) {
        this.outcomes = outcomes;
        final RaftProperties properties = new RaftProperties();
        RaftClientConfigKeys.Async.setOutstandingRequestsMax(properties, MAX_OUTSTANDING);
        client = RaftClient.newBuilder().setProperties(properties).setRaftGroup(RatisNode.group(config)).build();
    }

    @Override
    public boolean put(final long key, final byte[] value, final long correlation) {
        tell(client.async().send(Entries.put(key, value)), correlation);
        return true;
    }

    @Override
    public boolean get(final long key, final long correlation) {
        tell(client.async().sendReadOnly(Entries.get(key)), correlation);
        return true;
    }

    private void tell(final CompletableFuture<RaftClientReply> future, final long correlation) {
        future.whenComplete((reply, failure) -> {
            if (failure != null) {
                outcomes.onFailure(correlation, failure.toString());
            } else if (!reply.isSuccess()) {
                outcomes.onFailure(correlation, String.valueOf(reply.getException()));
            } else {
                outcomes.onReply(correlation, reply.getMessage().getContent().size());
            }
        });
    }

    @Override
    public void close() {
        try {
            client.close();
        } catch (final IOException e) {
            throw new IllegalStateException("cannot close the client: " + e.getMessage(), e);
        }
    }
}
