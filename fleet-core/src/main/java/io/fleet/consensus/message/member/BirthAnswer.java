package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * Tells a process of which birth the sender's cluster is: as the envelope says; 0 when the sender does not know either.
 * The answer to {@link BirthRequest}, and to a {@code ClientHello} of a client that does not know.
 */
public final class BirthAnswer implements Message {
    /** As asked; the id of its batcher for a client; 0 for a member that has asked nothing. */
    public long nonce;
    /** The node that it is for; -1 for a client. */
    public int to;

    @Override
    public MessageType type() {
        return MessageType.BIRTH_ANSWER;
    }
}
