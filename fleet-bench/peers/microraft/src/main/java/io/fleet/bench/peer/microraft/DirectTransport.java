package io.fleet.bench.peer.microraft;

import io.microraft.RaftEndpoint;
import io.microraft.RaftNode;
import io.microraft.model.message.RaftMessage;
import io.microraft.transport.Transport;

/** Hands messages to the other replicas, each of which puts them into the queue of its own thread. */
final class DirectTransport implements Transport {
    private final RaftNode[] nodes;

    DirectTransport(final RaftNode[] nodes) {
        this.nodes = nodes;
    }

    @Override
    public void send(final RaftEndpoint target, final RaftMessage message) {
        nodes[((Member) target).number()].handle(message);
    }

    @Override
    public boolean isReachable(final RaftEndpoint endpoint) {
        return true;
    }
}
