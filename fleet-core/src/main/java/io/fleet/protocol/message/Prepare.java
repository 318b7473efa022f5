package io.fleet.protocol.message;

/**
 * A candidate asks a storage node for its promise and for a page of what it accepted (S3).
 */
public final class Prepare implements Message {
    /** The candidate's ballot. */
    public long ballot;
    /** The first LSN of the page that is asked for. */
    public long fromLsn;
    /** The version of the configuration that the ballot belongs to (S14). */
    public long configuration;

    @Override
    public MessageType type() {
        return MessageType.PREPARE;
    }
}
