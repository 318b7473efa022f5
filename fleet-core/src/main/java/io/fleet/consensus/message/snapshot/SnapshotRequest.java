package io.fleet.consensus.message.snapshot;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A replica that lags asks another for a piece of a snapshot, which it names by what it holds. Whoever has the same one
 * can answer, before and after a restart.
 */
public final class SnapshotRequest implements Message {
    /** Up to which LSN the snapshot covers the log. */
    public long lsn;
    /** Its length in bytes. */
    public long totalLength;
    /** CRC32C over all of it. */
    public int checksum;
    /** The first byte that is asked for. */
    public long offset;
    /** How many bytes the sender can take. */
    public int maxBytes;

    /** What shows that an answer is one; see {@link io.fleet.consensus.common.RequestNonces}. */
    public long nonce;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_REQUEST;
    }
}
