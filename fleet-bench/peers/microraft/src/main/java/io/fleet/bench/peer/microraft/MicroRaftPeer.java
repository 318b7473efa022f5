package io.fleet.bench.peer.microraft;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.peer.EmbeddedClient;
import io.fleet.bench.peer.EmbeddedPeer;
import io.fleet.bench.peer.PeerConfig;
import java.util.List;

/** MicroRaft: nodes that call each other, and a client that calls the leader. */
public final class MicroRaftPeer implements EmbeddedPeer {
    /** Its jar does not say which version it is, so the build does. */
    private static final String VERSION = "MicroRaft 0.7";

    /** Made by the service loader. */
    public MicroRaftPeer() {
    }

    @Override
    public String name() {
        return "microraft";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        return List.of(VERSION + ", which leaves transport and store to its user: here replicas call each other, "
            + "and hand each other the same objects",
            "DefaultRaftNodeExecutor, a thread for each replica; RaftConfig is the default (up to 1,000 entries in a "
                + "request, 5,000 pending, a snapshot each 50,000 entries); no logging",
            "the store collects records with CRC32C, and each flush() writes them" + (config.durable()
                ? " and syncs them by one fdatasync" : " without fsync"),
            "its log is one file of " + (RaftStoreFile.FILE_BYTES >> 20) + " MiB for each replica, written with zeros "
                + "before the start and used again from its begin when it is full; snapshots stay in memory",
            "the client calls replicate() of the leader; a get is a linearizable query of the leader");
    }

    @Override
    public EmbeddedClient launch(final PeerConfig config, final Outcomes outcomes) throws Exception {
        return new MicroRaftMapClient(MicroRaftCluster.start(config), outcomes);
    }
}
