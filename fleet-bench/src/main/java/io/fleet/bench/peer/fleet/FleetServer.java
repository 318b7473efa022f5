package io.fleet.bench.peer.fleet;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import io.fleet.machine.GroupConfig;
import java.util.ArrayList;
import java.util.List;

/** One node of Fleet; the process ends when the node fails. */
final class FleetServer implements PeerServer {
    static final int GROUP = 0;
    private static final int FAILED = 1;

    private final FleetNode node;

    FleetServer(final PeerConfig config, final int id) {
        node = FleetNode.launch(NodeConfig.builder()
            .nodeId(id)
            .members(members(config))
            .directory(config.directory(id))
            .snapshotEntries(0)
            .group(GROUP, groupConfig(), () -> new MapMachine(config.keys()))
            .build());
        endWith(node);
    }

    /** Ends this process when a node fails. */
    static void endWith(final FleetNode node) {
        node.terminated().whenComplete((ended, failure) -> {
            if (failure != null) {
                failure.printStackTrace();
                Runtime.getRuntime().halt(FAILED);
            }
        });
    }

    static GroupConfig groupConfig() {
        return GroupConfig.scattered();
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
