package io.fleet.bench.peer;

import java.io.IOException;

/** One running node of a system. */
public interface PeerServer extends AutoCloseable {
    /**
     * Answers what a benchmark asks that knows the peer.
     *
     * @param question in words.
     * @return words of the form name=value.
     * @throws IllegalArgumentException when there is no such question.
     */
    default String answer(final String question) {
        throw new IllegalArgumentException("the peer knows no question '" + question + "'");
    }

    /**
     * What the node has done so far. Not on the threads that do it.
     *
     * @return numbers that only grow.
     * @throws IOException when the node's files cannot be looked at.
     */
    default NodeWork work() throws IOException {
        return NodeWork.NONE;
    }

    /** Stops the node; what is on disk may stay there. */
    @Override
    void close();
}
