package io.fleet.bench.peer.aeron;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.Peer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.util.List;

/** Aeron Cluster: in each server a media driver, an archive, a consensus module and a service, in one process. */
public final class AeronClusterPeer implements Peer {
    @Override
    public String name() {
        return "aeron-cluster";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of(AeronVersion.text(),
            "media driver and archive with shared threads, media driver's directory in shared memory, idle strategies "
                + "are the defaults",
            "file sync level " + AeronNode.syncLevel(config) + " of archive, catalogue and consensus module "
                + "(default 0)",
            "snapshots are taken, and the log is cut off behind them, only when an operator asks (default): none is "
                + "here",
            "ingress and egress have terms of " + (AeronNode.clientTermBytes(config) >> 20) + " MiB",
            "a get goes through the log, like a put");
    }

    @Override
    public PeerServer startServer(final PeerConfig config, final int node) {
        return new AeronNode(config, node);
    }

    @Override
    public PeerClient connect(final PeerConfig config, final Outcomes outcomes) {
        return new AeronMapClient(config, outcomes);
    }
}
