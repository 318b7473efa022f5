package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * What a replica says to the leader of the lease that it has, or would like to have, from it (L7, L9): it asks for one,
 * tells what it has applied under it, or gives it back.
 */
public final class SubLeaseRequest implements Message {
    /** {@link #kind}: it asks for a lease, or for more of the one that it has. */
    public static final int ASK = 0;
    /** {@link #kind}: it has applied more. */
    public static final int TELL = 1;
    /** {@link #kind}: it counts on nothing any more that it has asked for up to {@link #round}. */
    public static final int GIVE_BACK = 2;

    /** What it says. */
    public int kind;
    /** Of the leader. */
    public long ballot;
    /** Of this start of the replica's node: what an earlier one held, and had applied, is another's. */
    public long start;
    /** Rises with each question of this start. */
    public long round;
    /** The highest LSN that the replica has applied. */
    public long applied;

    @Override
    public MessageType type() {
        return MessageType.SUB_LEASE_REQUEST;
    }
}
