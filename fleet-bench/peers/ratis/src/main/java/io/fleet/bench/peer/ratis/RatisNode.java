package io.fleet.bench.peer.ratis;

import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.RaftServerConfigKeys;

/** One server of Ratis. */
final class RatisNode implements PeerServer {
    private static final RaftGroupId GROUP = RaftGroupId.valueOf(new UUID(1, 1));

    private final RaftServer server;

    RatisNode(final PeerConfig config, final int node) throws IOException {
        final RaftProperties properties = new RaftProperties();
        final File directory = config.directory(node).toFile();
        RaftServerConfigKeys.setStorageDir(properties, List.of(directory));
        RaftServerConfigKeys.Read.setOption(properties, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
        RaftServerConfigKeys.Log.setUnsafeFlushEnabled(properties, !config.durable());
        GrpcConfigKeys.Server.setPort(properties, config.port(node, 0));
        server = RaftServer.newBuilder()
            .setServerId(id(node))
            .setGroup(group(config))
            .setProperties(properties)
            .setStateMachine(new MapStateMachine(config.keys()))
            .build();
        server.start();
    }

    static String version() {
        return "Ratis " + RaftServer.class.getPackage().getImplementationVersion();
    }

    static RaftGroup group(final PeerConfig config) {
        final List<RaftPeer> peers = new ArrayList<>();
        for (int node = 0; node < config.nodes(); node++) {
            peers.add(RaftPeer.newBuilder().setId(id(node))
                .setAddress(PeerConfig.HOST + ":" + config.port(node, 0)).build());
        }
        return RaftGroup.valueOf(GROUP, peers);
    }

    private static RaftPeerId id(final int node) {
        return RaftPeerId.valueOf("n" + node);
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (final IOException e) {
            throw new IllegalStateException("cannot stop the server: " + e.getMessage(), e);
        }
    }
}
