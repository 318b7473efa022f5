package io.fleet.bench.peer.jraft;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.Peer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.IOException;
import java.util.List;

/** SOFAJRaft: a node with a map in each server; the client calls the leader. */
public final class JRaftPeer implements Peer {
    /** Its jar does not say which version it is, so the build does. */
    private static final String VERSION = "SOFAJRaft 1.3.14";

    @Override
    public String name() {
        return "jraft";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of(VERSION, "all settings are the defaults; no logging",
            config.durable() ? "the log is synced (sync = true, default)" : "the log is not synced (sync = false)",
            "a snapshot each hour, and none in the first half hour of a node (snapshotIntervalSecs = 3600, default)",
            "a get is a linearizable read by readIndex at the leader (ReadOnlySafe, default)");
    }

    @Override
    public PeerServer startServer(final PeerConfig config, final int node) throws IOException {
        return new JRaftNode(config, node);
    }

    @Override
    public PeerClient connect(final PeerConfig config, final Outcomes outcomes) {
        return new JRaftMapClient(config, outcomes);
    }
}
