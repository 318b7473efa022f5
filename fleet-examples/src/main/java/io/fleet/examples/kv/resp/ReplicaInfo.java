package io.fleet.examples.kv.resp;

/**
 * What INFO tells about the group on the node that serves a connection.
 *
 * @param node     its id.
 * @param role     leader, follower, candidate or recovering.
 * @param leader   id of the leader, negative while none is known.
 * @param ballot   the term.
 * @param ordered  the highest LSN ordered.
 * @param chosen   the LSN up to which everything is chosen.
 * @param applied  the LSN up to which everything is applied.
 * @param durable  the LSN up to which the node's own log is durable.
 * @param sessions open sessions.
 * @param standing VOTER when the node counts in quorums, or else what it lacks.
 */
public record ReplicaInfo(int node, String role, int leader, long ballot, long ordered, long chosen, long applied,
                          long durable, int sessions, String standing) {
}
