package io.fleet.protocol.message;

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
}
