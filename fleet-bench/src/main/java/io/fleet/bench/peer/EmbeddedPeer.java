package io.fleet.bench.peer;

import io.fleet.bench.load.Outcomes;
import java.util.List;

/**
 * A system under comparison that is a library inside its user's process: all replicas and the client are in one JVM.
 * Found by {@link java.util.ServiceLoader}; what {@link Peer} says of its classes holds here too.
 */
public interface EmbeddedPeer {
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
     * Starts all replicas in this process.
     *
     * @param config   the cluster.
     * @param outcomes takes the outcomes of all operations.
     * @return a client of theirs, whose end is that of the replicas too.
     * @throws Exception when they cannot be started.
     */
    EmbeddedClient launch(PeerConfig config, Outcomes outcomes) throws Exception;
}
