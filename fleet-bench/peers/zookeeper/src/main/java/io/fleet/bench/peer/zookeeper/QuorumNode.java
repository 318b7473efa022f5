package io.fleet.bench.peer.zookeeper;

import io.fleet.bench.peer.NodeWork;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.zookeeper.Version;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** One ZooKeeper server; the process ends when it ends by itself. */
final class QuorumNode implements PeerServer {
    private static final int CLIENT = 0;
    private static final int QUORUM = 1;
    private static final int ELECTION = 2;

    /** Of its directory; files of one version of the format. */
    private static final String VERSION = "version-2";

    private final QuorumPeerMain main = new QuorumPeerMain();
    private final Path directory;
    private volatile boolean closing;

    private QuorumNode(final Path directory) {
        this.directory = directory;
    }

    static QuorumNode start(final PeerConfig config, final int node) throws Exception {
        final Path directory = Files.createDirectories(config.directory(node));
        Files.writeString(directory.resolve("myid"), Integer.toString(node + 1));
        System.setProperty("zookeeper.admin.enableServer", "false");
        System.setProperty("zookeeper.forceSync", config.durable() ? "yes" : "no");
        final Properties properties = new Properties();
        properties.setProperty("dataDir", directory.toString());
        properties.setProperty("clientPort", Integer.toString(config.port(node, CLIENT)));
        properties.setProperty("clientPortAddress", PeerConfig.HOST);
        properties.setProperty("initLimit", "10");
        properties.setProperty("syncLimit", "5");
        properties.setProperty("standaloneEnabled", "false");
        for (int each = 0; each < config.nodes(); each++) {
            properties.setProperty("server." + (each + 1), PeerConfig.HOST + ":" + config.port(each, QUORUM) + ":"
                + config.port(each, ELECTION));
        }
        final QuorumPeerConfig quorum = new QuorumPeerConfig();
        quorum.parseProperties(properties);
        final QuorumNode started = new QuorumNode(directory);
        final Thread thread = new Thread(() -> started.run(quorum), "zookeeper");
        thread.setDaemon(true);
        thread.start();
        return started;
    }

    private void run(final QuorumPeerConfig quorum) {
        try {
            main.runFromConfig(quorum);
        } catch (final Exception | Error e) {
            e.printStackTrace();
        }
        if (!closing) {
            System.err.println("ZooKeeper has ended by itself");
            Runtime.getRuntime().halt(1);
        }
    }

    static String version() {
        return "ZooKeeper " + Version.getVersion();
    }

    /** Where clients connect. */
    static String addresses(final PeerConfig config) {
        final StringBuilder addresses = new StringBuilder();
        for (int node = 0; node < config.nodes(); node++) {
            addresses.append(node == 0 ? "" : ",").append(PeerConfig.HOST).append(':')
                .append(config.port(node, CLIENT));
        }
        return addresses.toString();
    }

    /** Snapshots that are there: none goes away. */
    @Override
    public NodeWork work() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(VERSION))) {
            return new NodeWork(files.filter(file -> file.getFileName().toString().startsWith("snapshot.")).count(),
                NodeWork.UNKNOWN, NodeWork.UNKNOWN);
        }
    }

    @Override
    public void close() {
        closing = true;
        main.close();
    }
}
