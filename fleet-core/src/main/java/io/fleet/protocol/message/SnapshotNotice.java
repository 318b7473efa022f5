package io.fleet.protocol.message;

/**
 * A replica tells all others which snapshot it holds, durable and read back: what they know of it decides what they may
 * trim.
 */
public final class SnapshotNotice implements Message {
    /** Up to which it covers the log; 0 for none. */
    public long lsn;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_NOTICE;
    }
}
