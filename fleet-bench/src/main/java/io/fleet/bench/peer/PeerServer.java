package io.fleet.bench.peer;

/** One running node of a system. */
public interface PeerServer extends AutoCloseable {
    /** Stops the node; what is on disk may stay there. */
    @Override
    void close();
}
