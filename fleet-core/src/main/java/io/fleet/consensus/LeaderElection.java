package io.fleet.consensus;

/** What can be asked of a group whose members elect a leader. */
public interface LeaderElection {
    /**
     * How much this node should lead from now on, compared with others.
     *
     * @param priority 0 to {@link io.fleet.consensus.message.election.LeaderFitness#MAX_PRIORITY}.
     */
    void priority(int priority);

    /**
     * Asks that a node leads.
     *
     * @param node    the node, or {@link io.fleet.consensus.message.election.LeadershipTransferRequest#ANY} for any but
     *                the one that leads.
     * @param outcome hears once what became of it; perhaps before this returns.
     * @param nowNs   the clock.
     */
    void transfer(int node, TransferOutcome outcome, long nowNs);

    /**
     * This node is about to stop: it hands leadership over, does not ask for it again, and is not to be named as
     * replier. It goes on voting until it stops.
     *
     * @param nowNs the clock.
     */
    void resign(long nowNs);

    /**
     * How many entries wait at a replica for their replies, as the leader on this node sees it.
     *
     * @param member the index of the member.
     * @return entries; 0 where this node does not lead.
     */
    int replierQueueDepth(int member);
}
