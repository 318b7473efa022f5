package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * A node that does not know yet of which birth its cluster is asks another one that it was told of. Sent to one node at
 * a time, at the address that the sender was given for it: who hears it by chance answers nothing of use.
 */
public final class BirthRequest implements Message {
    /** Names the asker's run. */
    public long nonce;
    /** Whom it asks. */
    public int to;

    @Override
    public MessageType type() {
        return MessageType.BIRTH_REQUEST;
    }
}
