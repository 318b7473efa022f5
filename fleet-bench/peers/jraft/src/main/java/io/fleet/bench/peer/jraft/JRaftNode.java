package io.fleet.bench.peer.jraft;

import com.alipay.sofa.jraft.JRaftUtils;
import com.alipay.sofa.jraft.RaftGroupService;
import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.NodeOptions;
import com.alipay.sofa.jraft.rpc.RaftRpcServerFactory;
import com.alipay.sofa.jraft.rpc.RpcServer;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

/** One node of JRaft. */
final class JRaftNode implements PeerServer {
    static final String GROUP = "map";

    private final RaftGroupService service;

    JRaftNode(final PeerConfig config, final int node) throws IOException {
        final Path directory = Files.createDirectories(config.directory(node));
        final MapStateMachine machine = new MapStateMachine(config.keys());
        final PeerId self = new PeerId(PeerConfig.HOST, config.port(node, 0));
        final NodeOptions options = new NodeOptions();
        options.setInitialConf(members(config));
        options.setFsm(machine);
        options.setLogUri(directory.resolve("log").toString());
        options.setRaftMetaUri(directory.resolve("meta").toString());
        options.setSnapshotUri(directory.resolve("snapshot").toString());
        options.getRaftOptions().setSync(config.durable());
        options.getRaftOptions().setSyncMeta(config.durable());
        final RpcServer rpc = RaftRpcServerFactory.createRaftRpcServer(self.getEndpoint());
        final MapProcessor processor = new MapProcessor(machine);
        rpc.registerProcessor(processor);
        service = new RaftGroupService(GROUP, self, options, rpc);
        processor.serve(service.start());
    }

    static Configuration members(final PeerConfig config) {
        final StringJoiner members = new StringJoiner(",");
        for (int node = 0; node < config.nodes(); node++) {
            members.add(PeerConfig.HOST + ":" + config.port(node, 0));
        }
        return JRaftUtils.getConfiguration(members.toString());
    }

    @Override
    public void close() {
        service.shutdown();
        try {
            service.join();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
