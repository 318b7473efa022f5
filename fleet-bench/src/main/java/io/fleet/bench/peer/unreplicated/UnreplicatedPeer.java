package io.fleet.bench.peer.unreplicated;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.Peer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.IOException;
import java.util.List;

/** One durable server and no replicas: node 0 holds the map, and other nodes are not started. */
public final class UnreplicatedPeer implements Peer {
    /** What the harness knows it by, since it has one node whatever the others have. */
    public static final String NAME = "unreplicated";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of("one process, one TCP connection; a flusher thread syncs what came meanwhile at once",
            "its log is one file of " + (GroupLog.FILE_BYTES >> 20) + " MiB, written with zeros before the start and "
                + "used again from its begin when it is full",
            config.durable() ? "fsync before every acknowledgement" : "written to the file without fsync");
    }

    @Override
    public PeerServer startServer(final PeerConfig config, final int node) throws IOException {
        if (node != 0) {
            throw new IllegalArgumentException("node is " + node + ", but " + NAME + " has node 0 only");
        }
        return MapServer.start(config);
    }

    @Override
    public PeerClient connect(final PeerConfig config, final Outcomes outcomes) throws IOException {
        return SocketMapClient.connect(config, outcomes);
    }
}
