package io.fleet.consensus.message.member;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A configuration that the sender acts on: told to a node that acts on an older one, or does not belong to the group
 * any more (S14). Who hears it unasked asks those that it knows. Whoever has it from one that was asked knows that the
 * entry at its version is chosen, whom to ask for it, and no more than that: a node acts on a configuration only when
 * it holds it.
 */
public final class Members implements Message {
    /** The configuration. */
    public Configuration configuration = Configuration.UNKNOWN;
    /** Whether the sender knows that a leader was elected in it: the group does without who is not in it. */
    public boolean inForce;

    /** That of a {@link MembersRequest}; 0 where nobody has asked, so that it is worth a question and no more. */
    public long nonce;

    @Override
    public MessageType type() {
        return MessageType.MEMBERS;
    }
}
