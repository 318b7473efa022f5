package io.fleet.protocol.message;

/**
 * The sender knows a node in a life, and listens to no other of it: whoever speaks in its name otherwise is a former
 * one, or another process.
 */
public final class LifeNotice implements Message {
    /** Which node. */
    public int node;
    /** Its life as the sender knows it. */
    public long life;

    @Override
    public MessageType type() {
        return MessageType.LIFE_NOTICE;
    }
}
