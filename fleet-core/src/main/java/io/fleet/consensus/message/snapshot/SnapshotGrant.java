package io.fleet.consensus.message.snapshot;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The leader gives a replica its turn at writing a snapshot: it names it as replier no more, until the turn has ended
 * or was not heard of for a while. The replica applies everything up to {@link #upTo} before it stops, so that no reply
 * waits for the snapshot.
 */
public final class SnapshotGrant implements Message {
    /** Of the leader. */
    public long ballot;
    /** The highest LSN for which the replica may have been named as replier. */
    public long upTo;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_GRANT;
    }
}
