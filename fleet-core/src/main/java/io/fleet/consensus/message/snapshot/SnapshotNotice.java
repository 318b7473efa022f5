package io.fleet.consensus.message.snapshot;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A replica tells all others which snapshot it holds, durable and read back: what they know of it decides what they may
 * trim. And up to where it needs nobody else to bring the state back, which decides who may leave the group.
 */
public final class SnapshotNotice implements Message {
    /** Up to which it covers the log; 0 for none. */
    public long lsn;
    /** Up to which it holds the log alone, durably: by its snapshot and the bodies above it. At least {@link #lsn}. */
    public long whole;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_NOTICE;
    }
}
