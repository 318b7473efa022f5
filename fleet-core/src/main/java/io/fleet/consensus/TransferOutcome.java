package io.fleet.consensus;

/** Hears once what became of a hand-over of leadership that was asked for. Called on the node's thread. */
public interface TransferOutcome {
    /** Hears nothing. */
    TransferOutcome NONE = new TransferOutcome() {
        @Override
        public void onLeader(final int node, final long ballot) {
            // Nobody asked.
        }

        @Override
        public void onFailure(final String reason) {
            // Nobody asked.
        }
    };

    /**
     * The node that was asked for leads; where any would do, whoever leads.
     *
     * @param node   the leader.
     * @param ballot its ballot.
     */
    void onLeader(int node, long ballot);

    /**
     * It does not.
     *
     * @param reason why, and who leads as far as is known, for people.
     */
    void onFailure(String reason);

    /**
     * Nobody leads groups of this mode. By default like any other failure.
     *
     * @param reason that says so, for people.
     */
    default void onLeaderless(final String reason) {
        onFailure(reason);
    }
}
