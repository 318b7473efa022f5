package io.fleet.bench.peer;

import io.fleet.bench.load.PeerClient;
import java.util.List;

/** A client whose whole cluster is in its process. */
public interface EmbeddedClient extends PeerClient {
    /**
     * What the nodes have done. On the driving thread.
     *
     * @return each node, in order.
     */
    List<NodeWork> work();
}
