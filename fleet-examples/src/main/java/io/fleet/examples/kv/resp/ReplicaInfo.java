package io.fleet.examples.kv.resp;

/**
 * What INFO tells about the group on the node that serves a connection, or of a gateway, which is no node.
 *
 * @param node     its id; -1 for a gateway.
 * @param role     leader, follower, candidate or recovering; or gateway.
 * @param leader   id of the leader, negative while none is known.
 * @param ballot   the term.
 * @param ordered  the highest LSN ordered.
 * @param chosen   the LSN up to which everything is chosen.
 * @param applied  the LSN up to which everything is applied.
 * @param durable  the LSN up to which the node's own log is durable.
 * @param sessions open sessions.
 * @param standing VOTER when the node counts in quorums, or else what it lacks; of a gateway READY, or what it lacks.
 */
public record ReplicaInfo(int node, String role, int leader, long ballot, long ordered, long chosen, long applied,
                          long durable, int sessions, String standing) {
    private static final String GATEWAY = "gateway";

    /**
     * Of a gateway.
     *
     * @param leader   id of the node that commands are sent to, negative while none is known.
     * @param ballot   its term.
     * @param standing READY, or what it lacks.
     * @return what INFO tells; there is no LSN among it.
     */
    public static ReplicaInfo gateway(final int leader, final long ballot, final String standing) {
        return new ReplicaInfo(-1, GATEWAY, leader, ballot, 0, 0, 0, 0, 0, standing);
    }

    /**
     * Whether this is no node, but a process before nodes.
     *
     * @return true without a node.
     */
    public boolean isGateway() {
        return node < 0;
    }

    /**
     * What the process is called among nodes and gateways.
     *
     * @return such as {@code node 2}, or {@code gateway}.
     */
    public String title() {
        return isGateway() ? role : "node " + node;
    }

    /**
     * The value of the tag {@code node} of meters.
     *
     * @return the number of the node, or {@code gateway}.
     */
    public String tag() {
        return isGateway() ? role : Integer.toString(node);
    }
}
