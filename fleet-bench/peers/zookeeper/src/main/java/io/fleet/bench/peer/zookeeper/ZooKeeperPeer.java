package io.fleet.bench.peer.zookeeper;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.Peer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.util.List;

/** ZooKeeper: a quorum peer in each server, one session in the client. */
public final class ZooKeeperPeer implements Peer {
    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of(QuorumNode.version(),
            "initLimit 10, syncLimit 5, admin server off, no logging; tickTime and the rest are the defaults",
            "a snapshot after 50,000 to 100,000 transactions (snapCount 100,000, default); old logs and snapshots stay "
                + "(autopurge is off, default)",
            config.durable() ? "forceSync is on (default)" : "forceSync is off",
            "a put is setData; a get is sync and getData, one after the other, so that it is up to date",
            "the client is connected to the server that its library picks");
    }

    @Override
    public PeerServer startServer(final PeerConfig config, final int node) throws Exception {
        return QuorumNode.start(config, node);
    }

    @Override
    public PeerClient connect(final PeerConfig config, final Outcomes outcomes) throws Exception {
        return ZooKeeperMapClient.connect(config, outcomes);
    }
}
