package io.fleet.bench.peer.ratis;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.Peer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.IOException;
import java.util.List;

/** Ratis: a server with a map in each process; the client uses the ordered asynchronous calls. */
public final class RatisPeer implements Peer {
    @Override
    public String name() {
        return "ratis";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of(RatisNode.version(), "over gRPC; no logging",
            "the client may have " + RatisMapClient.MAX_OUTSTANDING + " asynchronous calls in flight (default 100)",
            config.durable() ? "the log is synced before an entry counts (default)"
                : "the log is flushed unsafely (raft.server.log.unsafe-flush.enabled)",
            "snapshots are taken, and the log is cut off behind them, only when somebody asks "
                + "(raft.server.snapshot.auto.trigger.enabled = false, default): none is here",
            "a get is a linearizable read by read index (raft.server.read.option = LINEARIZABLE, default DEFAULT: the "
                + "leader answers without asking others)");
    }

    @Override
    public PeerServer startServer(final PeerConfig config, final int node) throws IOException {
        return new RatisNode(config, node);
    }

    @Override
    public PeerClient connect(final PeerConfig config, final Outcomes outcomes) {
        return new RatisMapClient(config, outcomes);
    }
}
