package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A node has heard that there is a newer configuration than the one it knows, and asks one that belongs to the group
 * whether that is so. Answered with {@link Members} by those that know a newer one.
 */
public final class MembersRequest implements Message {
    /** What shows that an answer is one; see {@link io.fleet.consensus.common.RequestNonces}. */
    public long nonce;
    /** The version of the newest configuration that the sender knows. */
    public long configuration;

    @Override
    public MessageType type() {
        return MessageType.MEMBERS_REQUEST;
    }
}
