package io.fleet.consensus.message;

/**
 * Who may send a message, and who takes it. A sender is a remote client, a node, or a node that belongs to the group as
 * far as the receiver knows. What a node says to itself goes any of the ways that end at a node.
 */
public enum Route {
    /** From a remote client only. */
    CLIENT_TO_NODE(true, false, false, true, false),
    /** From a remote client, or from a member on its behalf. */
    MEMBER_OR_CLIENT_TO_NODE(true, true, true, true, false),
    /** From a remote client or any node. */
    ANYBODY_TO_NODE(true, true, false, true, false),
    /** From a member of the group. */
    MEMBER_TO_NODE(false, true, true, true, false),
    /** From any node: sender or receiver may not be up to date about who belongs to the group. */
    NODE_TO_NODE(false, true, false, true, false),
    /** From any node, to whoever has asked for something. */
    NODE_TO_ANYBODY(false, true, false, true, true),
    /** From any node to a remote client only. */
    NODE_TO_CLIENT(false, true, false, false, true);

    private final boolean fromClient;
    private final boolean fromNode;
    private final boolean members;
    private final boolean toNode;
    private final boolean toClient;

    Route(final boolean fromClient, final boolean fromNode, final boolean members, final boolean toNode,
          final boolean toClient) {
        this.fromClient = fromClient;
        this.fromNode = fromNode;
        this.members = members;
        this.toNode = toNode;
        this.toClient = toClient;
    }

    /** Whether remote clients send it. */
    public boolean isFromClient() {
        return fromClient;
    }

    /** Whether nodes send it. */
    public boolean isFromNode() {
        return fromNode;
    }

    /** Whether a node that sends it must belong to the group. */
    public boolean isForMembers() {
        return members;
    }

    /** Whether nodes take it. */
    public boolean isToNode() {
        return toNode;
    }

    /** Whether remote clients take it. */
    public boolean isToClient() {
        return toClient;
    }
}
