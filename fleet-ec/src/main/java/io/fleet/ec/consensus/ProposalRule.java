package io.fleet.ec.consensus;

import io.fleet.storage.coverage.CoverageMark;

/**
 * PROPOSALs (RC-07, RC-08). They decide a slot by themselves in two cases, whatever this node is doing: when so many
 * name one id that every other node finds a majority for it, and when n - f are here and no id can find a majority any
 * more. Fewer would do for agreement; but then fewer nodes could go on alone, slot by slot, and how far one of them had
 * come that loses its votes only one other might know (S15).
 *
 * <p>Otherwise n - f of them give this node's first state. It waits a little for more than n - f while that may still
 * lead to the fast path: the paper, which never does, has no fast path where n &lt; 4f + 1.
 */
final class ProposalRule {
    private static final CoverageMark FORFEITED = CoverageMark.named("weak-mec.no-id-can-have-a-majority");
    private static final CoverageMark GRACE = CoverageMark.named("weak-mec.waits-for-more-than-enough");

    private final SlotConsensusConfig config;
    private final Quorums quorums;
    private final HeardMembers heard;
    private final SlotDecider decider;
    private final VoteWriter forcing;
    private final SlotConsensusCounters counters;
    private final EntryId none = new EntryId();

    ProposalRule(final SlotConsensusConfig config, final HeardMembers heard, final SlotDecider decider,
                 final VoteWriter forcing,
                 final SlotConsensusCounters counters) {
        this.config = config;
        this.quorums = config.quorums();
        this.heard = heard;
        this.decider = decider;
        this.forcing = forcing;
        this.counters = counters;
    }

    /** Counts one, this node's own included, which is durable. */
    void onProposal(final int sender, final SlotState slot, final EntryId id, final long nowNs) {
        if (!decider.isNews(slot.proposals.put(sender, id))) {
            return;
        }
        final ProposalTally proposals = slot.proposals;
        final int missing = quorums.nodes() - proposals.count();
        if (proposals.bestCount() >= quorums.majority()) {
            decider.learn(slot, proposals.best());
        }
        if (proposals.bestCount() >= quorums.fast()) {
            counters.fast.increment();
            decider.decide(slot, proposals.best(), nowNs);
        } else if (proposals.count() >= quorums.enough()
            && proposals.bestCount() + missing < quorums.majority()) {
            FORFEITED.hit();
            counters.fast.increment();
            decider.decide(slot, none, nowNs);
        } else if (!slot.hasEnough && proposals.count() >= quorums.enough()) {
            slot.hasEnough = true;
            slot.enoughSinceNs = nowNs;
        }
    }

    /** Moves a slot whose own PROPOSAL is sent to its first STATE, when it is time. */
    boolean advance(final SlotState slot, final long nowNs) {
        if (slot.proposals.count() < quorums.enough() || isWorthWaiting(slot, nowNs)) {
            return false;
        }
        final boolean hasMajority = slot.proposals.bestCount() >= quorums.majority();
        if (hasMajority) {
            // A PROPOSAL of this node that was recovered late may have made the majority.
            decider.learn(slot, slot.proposals.best());
        }
        slot.phase = 1;
        forcing.force(slot, SlotStage.STATING, SlotVote.of(SlotVote.STATE, 1, hasMajority ? SlotVote.ONE
            : SlotVote.ZERO));
        return true;
    }

    private boolean isWorthWaiting(final SlotState slot, final long nowNs) {
        if (nowNs - slot.enoughSinceNs >= config.graceNs()) {
            return false;
        }
        final int expected = heard.count(~slot.proposals.heard(), nowNs);
        final boolean isWorth = expected > 0 && slot.proposals.bestCount() + expected >= quorums.fast();
        if (isWorth) {
            GRACE.hit();
        }
        return isWorth;
    }
}
