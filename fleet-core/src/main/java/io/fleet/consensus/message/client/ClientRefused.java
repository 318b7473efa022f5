package io.fleet.consensus.message.client;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A node does not listen to a client, which was given other settings than the node; the envelope says of which cluster
 * and birth the node is.
 */
public final class ClientRefused implements Message {
    /** {@link #reason}: the cluster has another number. */
    public static final int CLUSTER = 1;
    /** {@link #reason}: the cluster has the same number, and another birth. */
    public static final int BIRTH = 2;
    /** {@link #reason}: the node does not host the group. */
    public static final int GROUP = 3;
    /** {@link #reason}: the settings that a group agrees on are others. */
    public static final int SETTINGS = 4;
    /** The longest text in characters. */
    public static final int MAX_TEXT = 1024;

    /** The client's batcher. */
    public long batcherId;
    /** Why. */
    public int reason;
    /** What the node has: the groups that it hosts, or the agreed settings as {@code name=value, name=value}; ASCII. */
    public String text = "";

    @Override
    public MessageType type() {
        return MessageType.CLIENT_REFUSED;
    }
}
