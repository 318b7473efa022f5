package io.fleet.bench.peer;

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

    /** Stops the node; what is on disk may stay there. */
    @Override
    void close();
}
