package io.fleet.ec.consensus;

import io.fleet.storage.coverage.CoverageMark;

/**
 * VOTEs (RC-09): f + 1 equal ones of any phase decide, whatever this node is doing, since every n - f VOTEs of that
 * phase have one of them. Otherwise n - f of this node's phase give its next state: that of the one VOTE that is sure,
 * or else the common coin's.
 */
final class VoteRule {
    private static final CoverageMark COIN = CoverageMark.named("weak-mec.coin-gives-the-state");
    private static final CoverageMark USED_UP = CoverageMark.named("weak-mec.phases-are-used-up");

    private final int groupId;
    private final Quorums quorums;
    private final SlotDecider decider;
    private final VoteWriter forcing;
    private final SlotConsensusCounters counters;
    private final EntryId none = new EntryId();

    VoteRule(final SlotConsensusConfig config, final SlotDecider decider, final VoteWriter forcing,
             final SlotConsensusCounters counters) {
        this.groupId = config.groupId();
        this.quorums = config.quorums();
        this.decider = decider;
        this.forcing = forcing;
        this.counters = counters;
    }

    /** Counts one, this node's own included, which is durable. */
    void onVote(final int sender, final SlotState slot, final int phase, final int value, final EntryId id,
                final long nowNs) {
        decider.learn(slot, id);
        if (!decider.isNews(slot.votes.put(phase, sender, value)) || value == SlotVote.UNSURE
            || slot.votes.count(phase, value) < quorums.decisive()) {
            return;
        }
        counters.voted.increment();
        decider.decide(slot, value == SlotVote.ONE ? slot.known : none, nowNs);
    }

    /** Moves a slot whose own VOTE is sent to the STATE of the next phase, when enough VOTEs are in. */
    boolean advance(final SlotState slot) {
        final int phase = slot.phase;
        if (slot.votes.heard(phase) < quorums.enough()) {
            return false;
        }
        if (phase == SlotVote.MAX_PHASE) {
            USED_UP.hit();
            return false;
        }
        slot.phase = phase + 1;
        forcing.force(slot, SlotStage.STATING, SlotVote.of(SlotVote.STATE, phase + 1, nextState(slot, phase)));
        return true;
    }

    private int nextState(final SlotState slot, final int phase) {
        if (slot.votes.count(phase, SlotVote.ONE) > 0) {
            return SlotVote.ONE;
        }
        if (slot.votes.count(phase, SlotVote.ZERO) > 0) {
            return SlotVote.ZERO;
        }
        COIN.hit();
        counters.coins.increment();
        return CommonCoin.toss(groupId, slot.number, phase);
    }
}
