package io.fleet.ec.consensus;

/** STATEs (RC-09): n - f of a phase give this node's VOTE. */
final class StateHandler {
    private final Quorums quorums;
    private final Decider decider;
    private final StepWriter forcing;

    StateHandler(final Quorums quorums, final Decider decider, final StepWriter forcing) {
        this.quorums = quorums;
        this.decider = decider;
        this.forcing = forcing;
    }

    /** Counts one, this node's own included, which is durable. */
    void onState(final int sender, final Slot slot, final int phase, final int value, final EntryId id) {
        decider.learn(slot, id);
        decider.isNews(slot.states.put(phase, sender, value));
    }

    /** Moves a slot whose own STATE is sent to the VOTE of that phase, when enough STATEs are in. */
    boolean advance(final Slot slot) {
        final int phase = slot.phase;
        if (slot.states.heard(phase) < quorums.enough()) {
            return false;
        }
        int vote = Step.UNSURE;
        if (slot.states.count(phase, Step.ONE) >= quorums.majority()) {
            vote = Step.ONE;
        } else if (slot.states.count(phase, Step.ZERO) >= quorums.majority()) {
            vote = Step.ZERO;
        }
        forcing.force(slot, SlotStage.VOTING, Step.of(Step.VOTE, phase, vote));
        return true;
    }
}
