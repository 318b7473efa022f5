package io.fleet.bench.peer;

import io.fleet.bench.load.Outcomes;
import io.fleet.bench.load.PeerClient;
import java.util.List;

/**
 * A system under comparison: a replicated map with a value for each of a fixed number of keys. Found by
 * {@link java.util.ServiceLoader} on the class path of the process that runs it. All peers are listed together, also
 * where the libraries of most are missing, so a peer's own class names no type of its system: it makes objects that do.
 */
public interface Peer {
    /**
     * What the peer is called on the command line.
     *
     * @return small letters and hyphens.
     */
    String name();

    /**
     * What a reader must know to judge the figures: version, and each setting that is not the system's default.
     *
     * @param config what is started.
     * @return sentences.
     */
    List<String> settings(PeerConfig config);

    /**
     * Starts one node; returns when it runs, though the cluster may have no leader yet.
     *
     * @param config the cluster.
     * @param node   which of its nodes, from 0.
     * @return the running node.
     * @throws Exception when it cannot be started.
     */
    PeerServer startServer(PeerConfig config, int node) throws Exception;

    /**
     * Connects to the cluster, waiting until there is something to connect to.
     *
     * @param config   the cluster.
     * @param outcomes takes the outcomes of all operations.
     * @return the client.
     * @throws Exception when it cannot be connected.
     */
    PeerClient connect(PeerConfig config, Outcomes outcomes) throws Exception;
}
