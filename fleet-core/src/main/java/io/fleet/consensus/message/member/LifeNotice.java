package io.fleet.consensus.message.member;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * The sender knows a node in a life, and listens to no other of it: whoever speaks in its name otherwise is a former
 * one, or another process. With an odd nonce it is a question: to that node, whether it is in that life, or to another
 * one, in which life it knows the node. With an even one it is the answer, which repeats the nonce less one.
 */
public final class LifeNotice implements Message {
    /** Which node. */
    public int node;
    /** Its life as the sender knows it. */
    public long life;
    /** Of a question and its answer; 0 for neither. */
    public long nonce;

    @Override
    public MessageType type() {
        return MessageType.LIFE_NOTICE;
    }
}
