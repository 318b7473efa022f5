package io.fleet.ec.consensus;

import io.fleet.storage.coverage.CoverageMark;

/**
 * Answers those who wait (rules C5, R3): how a slot was decided, from memory or from the log, or what this node has
 * said about a slot that is open.
 */
final class DecisionServer {
    private static final CoverageMark FROM_LOG = CoverageMark.named("weak-mec.decision-told-from-the-log");
    private static final CoverageMark COVERED = CoverageMark.named("weak-mec.slot-is-covered-by-a-snapshot");
    private static final CoverageMark OLDER_PHASE = CoverageMark.named("weak-mec.older-phases-sent-again");

    private final SlotConsensusConfig config;
    private final SlotConsensusOutbound outbound;
    private final DecisionHistory history;
    private final SlotConsensusCounters counters;
    private final EntryId decided = new EntryId();

    DecisionServer(final SlotConsensusConfig config, final SlotConsensusOutbound outbound,
                   final DecisionHistory history,
                   final SlotConsensusCounters counters) {
        this.config = config;
        this.outbound = outbound;
        this.history = history;
        this.counters = counters;
    }

    /** Tells of a slot below the window; false when only a snapshot does. */
    boolean tellOld(final int to, final long slot) {
        counters.helped.increment();
        if (history.read(slot, decided)) {
            FROM_LOG.hit();
            outbound.decided(to, slot, decided);
            return true;
        }
        COVERED.hit();
        outbound.covered(to, slot);
        return false;
    }

    /** Tells of a decided slot. */
    void tell(final int to, final SlotState slot) {
        counters.helped.increment();
        outbound.decided(to, slot.number, slot.decided);
    }

    /** Whether the sender of a first PROPOSAL may be left to the other PROPOSALs that are on their way to it. */
    boolean isFresh(final SlotState slot, final long nowNs) {
        return nowNs - slot.decidedNs < config.resendNs();
    }

    /** Sends one node, which waits in a phase, all that this node has said from that phase on. */
    void sendFrom(final int to, final SlotState slot, final int phase) {
        if (phase == 0 && slot.proposals.has(config.self())) {
            outbound.vote(to, slot.number, SlotVote.of(SlotVote.PROPOSAL, 0, 0), slot.own, false);
        }
        for (int p = Math.max(1, phase); p <= slot.phase; p++) {
            if (p < slot.phase) {
                OLDER_PHASE.hit();
            }
            sendRound(to, slot, p);
        }
    }

    /** Sends this node's newest message of a slot to all, and asks for an answer. */
    void sendAgain(final SlotState slot) {
        counters.resent.increment();
        outbound.vote(SlotConsensusOutbound.ALL, slot.number, slot.vote, VoteWriter.idOf(slot, slot.vote), true);
    }

    private void sendRound(final int to, final SlotState slot, final int phase) {
        final int state = slot.states.get(phase, config.self());
        final int vote = slot.votes.get(phase, config.self());
        if (state != 0) {
            outbound.vote(to, slot.number, SlotVote.of(SlotVote.STATE, phase, state), slot.known, false);
        }
        if (vote != 0) {
            outbound.vote(to, slot.number, SlotVote.of(SlotVote.VOTE, phase, vote), slot.known, false);
        }
    }
}
