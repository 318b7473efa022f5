package io.fleet.protocol.message;

/**
 * A candidate asks a storage node that has promised whether its promise still stands (S15).
 */
public final class Confirm implements Message {
    /** The candidate's ballot. */
    public long ballot;

    @Override
    public MessageType type() {
        return MessageType.CONFIRM;
    }
}
