package io.fleet.bench.peer.etcd;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.Peer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.IOException;
import java.util.List;

/** etcd: each server a process of its own that this one starts, whose figures are told; a client of jetcd. */
public final class EtcdPeer implements Peer {
    /** Its jar does not say which version it is, so the build does. */
    private static final String CLIENT = "jetcd 0.8.5";

    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of(EtcdNode.version() + ", and " + CLIENT + ", whose calls go to all servers in turn (default)",
            "all settings are the defaults, but the quota of its database is " + (EtcdNode.QUOTA_BYTES >> 30)
                + " GiB (default 2 GiB: revisions are never compacted by default, and a load of minutes fills that); "
                + "only errors are logged",
            "a snapshot each 100,000 entries, and five of them and of log files stay (default)",
            config.durable() ? "the log is synced before an entry counts (default)"
                : "the log is synced before an entry counts, but is in memory",
            "a put makes a new revision of its key; a get is linearizable (default)");
    }

    @Override
    public PeerServer startServer(final PeerConfig config, final int node) throws IOException {
        return EtcdNode.start(config, node);
    }

    @Override
    public PeerClient connect(final PeerConfig config, final Outcomes outcomes) {
        return new EtcdMapClient(config, outcomes);
    }
}
