package io.fleet.bench.peer.fleet;

import io.fleet.TransportKind;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import io.fleet.bench.peer.Peer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.util.List;

/** Fleet in scattered mode: {@code FleetNode} in each server process, {@code FleetRemoteClient} in the client's. */
public final class FleetPeer implements Peer {
    @Override
    public String name() {
        return "fleet";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        final String words = config.settings().toString();
        return List.of(
            "scattered mode over " + transport(FleetSettings.of(config.settings()).transport()) + "; all settings of "
                + "the group, the logs and the client are the defaults"
                + (config.settings().isEmpty() ? "" : ", but " + words.substring(1, words.length() - 1)),
            FleetSettings.of(config.settings()).snapshotWords(),
            "a get is a query: ordered like a put, executed by one replica",
            config.durable() ? "fsync before every acknowledgement, as always"
                : "fsync before every acknowledgement, as always, but of files that are in memory");
    }

    private static String transport(final TransportKind kind) {
        return kind == TransportKind.MULTICAST ? "UDP multicast" : "multi-destination-cast";
    }

    @Override
    public PeerServer startServer(final PeerConfig config, final int node) {
        return new FleetServer(config, node);
    }

    @Override
    public PeerClient connect(final PeerConfig config, final Outcomes outcomes) {
        return FleetMapClient.connect(config, outcomes);
    }
}
