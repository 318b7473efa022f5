package io.fleet.wire;

import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.Route;
import io.fleet.consensus.message.client.ClientGoodbye;
import io.fleet.consensus.message.client.ClientHello;
import io.fleet.consensus.message.read.ReadRequest;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.wire.codec.WireErrors;

/**
 * Lets through what a sender may say to this receiver, by the {@link Route} of each type of message, and counts the
 * rest as {@link WireErrors.Cause#MISPLACED}. A packet from the network never comes from this node itself: what says so
 * is not taken. Remote clients speak for batchers of remote clients only, and a node asks for reads for those that live
 * in it. Whether a sender is a member is the group's to say, which knows that. One per thread.
 */
public final class MessageGate {
    private static final int CLIENT = -1;

    private final int self;
    private final WireErrors errors;

    /**
     * Creates a gate.
     *
     * @param self   the node that receives, or -1 for a remote client.
     * @param errors counts what is not let through.
     */
    public MessageGate(final int self, final WireErrors errors) {
        this.self = self;
        this.errors = errors;
    }

    /**
     * Whether a message that came from the network is taken, as far as its sender goes.
     *
     * @param sender  what the packet says: a node, or -1 for a remote client.
     * @param message what it says.
     * @return whether; counted when not.
     */
    public boolean admits(final int sender, final Message message) {
        final MessageType type = message.type();
        final Route route = type.route();
        final boolean from = sender == CLIENT ? route.isFromClient() : route.isFromNode();
        final boolean to = self == CLIENT ? route.isToClient() : route.isToNode();
        return sender != self && from && to && speaksForIts(sender, type, message) || refuse();
    }

    private static boolean speaksForIts(final int sender, final MessageType type, final Message message) {
        return switch (type) {
            case ENTRY_BODY -> sender != CLIENT || isRemote(((EntryBody) message).batcherId);
            case READ_REQUEST -> BatcherId.node(((ReadRequest) message).batcherId) == sender;
            case CLIENT_HELLO -> isRemote(((ClientHello) message).batcherId);
            case CLIENT_GOODBYE -> isRemote(((ClientGoodbye) message).batcherId);
            default -> true;
        };
    }

    private static boolean isRemote(final long batcherId) {
        return BatcherId.node(batcherId) == CLIENT;
    }

    /**
     * Whether a message that needs a member comes from one.
     *
     * @param sender   the node, or -1 for a remote client.
     * @param type     what kind of message it is.
     * @param isMember whether the sender belongs to the group.
     * @return whether; counted when not.
     */
    public boolean admits(final int sender, final MessageType type, final boolean isMember) {
        return isMember || sender == CLIENT || !type.route().isForMembers() || refuse();
    }

    private boolean refuse() {
        errors.increment(WireErrors.Cause.MISPLACED);
        return false;
    }
}
