package io.fleet.bench.peer.fleet;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.util.ArrayList;
import java.util.List;

/** One node of Fleet; the process ends when the node fails. */
final class FleetServer implements PeerServer {
    static final int GROUP = 0;
    private static final int FAILED = 1;

    private final FleetNode node;

    FleetServer(final PeerConfig config, final int id) {
        final FleetSettings settings = FleetSettings.of(config.settings());
        node = FleetNode.launch(settings.to(NodeConfig.builder(), config.directory(id))
            .nodeId(id)
            .members(members(config))
            .snapshotEntries(0)
            .group(GROUP, settings.group(), () -> new MapMachine(config.keys(), settings.service()))
            .build());
        node.terminated().whenComplete((ended, failure) -> {
            if (failure != null) {
                failure.printStackTrace();
                Runtime.getRuntime().halt(FAILED);
            }
        });
    }

    static List<Member> members(final PeerConfig config) {
        final List<Member> members = new ArrayList<>();
        for (int i = 0; i < config.nodes(); i++) {
            members.add(new Member(i, PeerConfig.HOST, config.port(i, 0)));
        }
        return members;
    }

    @Override
    public void close() {
        node.close();
    }
}
