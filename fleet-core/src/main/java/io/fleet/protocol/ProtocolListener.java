package io.fleet.protocol;

/** Hears of changes that an operator or a batcher wants to know. Called on the node's thread. */
public interface ProtocolListener {
    /**
     * The role changed.
     *
     * @param from   the role before.
     * @param to     the role now.
     * @param ballot the ballot it is about.
     * @param reason why, for people.
     */
    void onRole(Role from, Role to, long ballot, String reason);

    /**
     * A leader of a higher ballot became known.
     *
     * @param ballot its ballot.
     * @param leader its node.
     */
    void onLeader(long ballot, int leader);
}
