package io.fleet.consensus.message;

/**
 * A message between nodes, batchers and clients. Instances are reused: keep nothing of one after the call that hands
 * it over.
 */
public interface Message {
    /**
     * Which message this is.
     *
     * @return the type.
     */
    MessageType type();

    /**
     * What people and traces call messages of this kind.
     *
     * @return the name; in a mode that has messages of its own, not that of the type.
     */
    default String name() {
        return type().name();
    }
}
