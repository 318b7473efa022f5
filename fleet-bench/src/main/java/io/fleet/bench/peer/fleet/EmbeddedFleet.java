package io.fleet.bench.peer.fleet;

import io.fleet.FleetCluster;
import io.fleet.bench.peer.EmbeddedPeer;
import io.fleet.bench.peer.Outcomes;
import io.fleet.bench.peer.PeerClient;
import io.fleet.bench.peer.PeerConfig;
import java.util.List;

/** Fleet in one process: {@code FleetCluster}, and a client that lives in its first node. */
public final class EmbeddedFleet implements EmbeddedPeer {
    /** Made by the service loader. */
    public EmbeddedFleet() {
    }

    @Override
    public String name() {
        return "fleet";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of(
            "FleetCluster: scattered mode over shared memory (IPC), each node with threads and a directory of its own; "
                + "all settings are the defaults, but no snapshots are written",
            "the client lives in node 0, whoever leads, and uses FleetClient.offer",
            config.durable() ? "fsync before every acknowledgement, as always"
                : "fsync before every acknowledgement, as always, but of files that are in memory");
    }

    @Override
    public PeerClient launch(final PeerConfig config, final Outcomes outcomes) {
        final FleetSettings settings = FleetSettings.of(config.settings());
        final FleetCluster cluster = FleetCluster.builder()
            .nodes(config.nodes())
            .directory(config.directory())
            .snapshotEntries(0)
            .config(settings.group())
            .machine(() -> new MapMachine(config.keys(), settings.service()))
            .launch();
        for (int i = 0; i < cluster.size(); i++) {
            FleetServer.endWith(cluster.node(i));
        }
        return new FleetMapClient(config, outcomes, cluster.client(), cluster::close);
    }
}
