package io.fleet.consensus.message.snapshot;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A replica tells another, which asked for entries or for a piece of a snapshot, which snapshot it could send: the
 * asker needs it, because the entries are gone, or has it sooner than the entries.
 */
public final class SnapshotOffer implements Message {
    /** Up to which LSN the snapshot covers the log. */
    public long lsn;
    /** Its length in bytes. */
    public long totalLength;
    /** CRC32C over all of it. */
    public int checksum;

    /** That of the question; see {@link io.fleet.consensus.common.RequestNonces}. */
    public long nonce;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_OFFER;
    }
}
