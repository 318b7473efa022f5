package io.fleet.ec.consensus;

/** STATEs (RC-09): n - f of a phase give this node's VOTE. */
final class StateRule {
    private final Quorums quorums;
    private final SlotDecider decider;
    private final VoteWriter forcing;

    StateRule(final Quorums quorums, final SlotDecider decider, final VoteWriter forcing) {
        this.quorums = quorums;
        this.decider = decider;
        this.forcing = forcing;
    }

    /** Counts one, this node's own included, which is durable. */
    void onState(final int sender, final SlotState slot, final int phase, final int value, final EntryId id) {
        decider.learn(slot, id);
        decider.isNews(slot.states.put(phase, sender, value));
    }

    /** Moves a slot whose own STATE is sent to the VOTE of that phase, when enough STATEs are in. */
    boolean advance(final SlotState slot) {
        final int phase = slot.phase;
        if (slot.states.heard(phase) < quorums.enough()) {
            return false;
        }
        int vote = SlotVote.UNSURE;
        if (slot.states.count(phase, SlotVote.ONE) >= quorums.majority()) {
            vote = SlotVote.ONE;
        } else if (slot.states.count(phase, SlotVote.ZERO) >= quorums.majority()) {
            vote = SlotVote.ZERO;
        }
        forcing.force(slot, SlotStage.VOTING, SlotVote.of(SlotVote.VOTE, phase, vote));
        return true;
    }
}
