package io.fleet.ec.consensus.proposal;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Says what this node proposes for each slot (RC-04 to RC-06, RC-12). The paper takes the oldest id for the next slot,
 * one slot at a time; with several in flight, nodes that see ids in different orders would spoil each other's slots.
 * Here READY says for which slot an id is meant, and every node proposes it for that one. Where two ids are meant for
 * one slot, every node that knows of both proposes the same one; to know of both, it waits for a moment where several
 * members announce. Any choice is safe: this is about how many slots are forfeited.
 *
 * <p>A slot that nobody has a use for, below one that is in use, is proposed as null after a while, and at once by
 * those that hear so (rule C3: a node without a candidate takes part). An id whose slot went to another is given a new
 * slot by its keeper, or by another member when the keeper is gone.
 */
public final class Proposer {
    private static final CoverageMark RELAYED = CoverageMark.named("proposer.takes-over-an-id");
    private static final CoverageMark TOO_OLD = CoverageMark.named("proposer.announcement-from-before-what-is-known");
    private static final CoverageMark HOLE = CoverageMark.named("proposer.forfeits-a-hole");

    private final int self;
    private final int members;
    private final ProposerConfig config;
    private final SlotConsensus consensus;
    private final ReadyOutbound outbound;
    private final Candidates candidates;
    private final SlotPicker picker;
    /** The ids that this node keeps and that have no slot, in turn. */
    private final int[] queue;
    private final boolean[] isQueued;
    private int queueHead;
    private int queued;
    private final long[] holes;
    private final long[] holesSinceNs;
    private final EntryId none = new EntryId();

    /**
     * Creates a proposer without candidates.
     *
     * @param consensusConfig of the order.
     * @param config    sizes and times.
     * @param consensus       the order.
     * @param outbound  where READY is announced.
     */
    public Proposer(final SlotConsensusConfig consensusConfig, final ProposerConfig config,
                    final SlotConsensus consensus,
                    final ReadyOutbound outbound) {
        self = consensusConfig.self();
        members = consensusConfig.quorums().nodes();
        this.config = config;
        this.consensus = consensus;
        this.outbound = outbound;
        candidates = new Candidates(config.maxCandidates(), consensusConfig.window(), members);
        picker = new SlotPicker(self, members, config.activeNs());
        queue = new int[config.maxCandidates()];
        isQueued = new boolean[config.maxCandidates()];
        holes = new long[consensusConfig.window()];
        holesSinceNs = new long[consensusConfig.window()];
    }

    /**
     * An entry that this node spreads has n - f durable segments: it is announced and proposed.
     *
     * @param id    of the entry.
     * @param nowNs the clock.
     * @return false when there is no room now; try again later.
     */
    public boolean onSpread(final EntryId id, final long nowNs) {
        if (candidates.decidedSlot(id) != 0) {
            return true;
        }
        final Candidate candidate = candidates.add(id, self, 0, nowNs);
        if (candidate == null) {
            return false;
        }
        enqueue(candidate);
        return true;
    }

    /**
     * A READY arrived.
     *
     * @param sender who looks after the id.
     * @param id     of the entry.
     * @param slot   that it is meant for.
     * @param nowNs  the clock.
     */
    public void onReady(final int sender, final EntryId id, final long slot, final long nowNs) {
        if (sender < 0 || sender >= members || sender == self || id.isNull() || slot < 1
            || slot > consensus.limit() + holes.length) {
            return;
        }
        picker.announced(sender, slot, nowNs);
        if (isTaken(slot)) {
            candidates.add(id, sender, slot > consensus.settled() ? slot : 0, nowNs);
        }
    }

    /**
     * A member proposed an id: it was READY, even if the announcement was lost with its sender.
     *
     * @param slot  for which.
     * @param id    of the entry.
     * @param nowNs the clock.
     */
    public void onProposed(final long slot, final EntryId id, final long nowNs) {
        if (isTaken(slot) && (consensus.isUnproposed(slot) || candidates.find(id) == null)) {
            candidates.add(id, Candidates.NONE, slot > consensus.settled() && slot <= consensus.limit() ? slot : 0,
                nowNs);
        }
    }

    /** Whoever meant an id for the slot did not know of decisions that this node may not know either. */
    private boolean isTaken(final long slot) {
        if (!candidates.isKnownFor(slot)) {
            TOO_OLD.hit();
            return false;
        }
        return true;
    }

    /** From which slot on this node knows the ids that were decided, up to what is settled. */
    public long knownFrom() {
        return candidates.knownFrom();
    }

    /** How many decided slots, back from the last, are to be told at the start by {@link #recoverDecided}. */
    public int remembered() {
        return Candidates.REMEMBERED * holes.length;
    }

    /**
     * Takes in a slot that was decided in a life before; from the oldest to the newest, before anything else.
     *
     * @param slot the slot.
     * @param id   what it holds; null for nothing.
     */
    public void recoverDecided(final long slot, final EntryId id) {
        candidates.recoverDecided(slot, id);
    }

    /**
     * What was decided below a slot is not known: a snapshot covers it. No id that was announced before is proposed.
     *
     * @param knownFrom the first slot whose decision will be known.
     */
    public void forget(final long knownFrom) {
        candidates.forget(knownFrom);
    }

    /**
     * A slot is decided.
     *
     * @param slot  the slot.
     * @param id    what it holds; null for nothing.
     * @param nowNs the clock.
     */
    public void onDecided(final long slot, final EntryId id, final long nowNs) {
        candidates.onDecided(slot, id, nowNs);
    }

    /**
     * One duty cycle.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        int work = candidates.size() == 0 ? 0 : announce(nowNs);
        final long highest = Math.max(consensus.highest(), picker.highestMeant());
        for (long slot = consensus.settled() + 1; slot <= Math.min(highest, consensus.limit()); slot++) {
            if (consensus.isUnproposed(slot)) {
                work += propose(slot, nowNs);
            }
        }
        return work;
    }

    /**
     * Which slot was decided to hold an id, as far as this is remembered.
     *
     * @param id of the entry.
     * @return the slot; 0 when none is known.
     */
    public long decidedSlot(final EntryId id) {
        return candidates.decidedSlot(id);
    }

    /** How many announced ids wait to be decided. */
    public int candidates() {
        return candidates.size();
    }

    /** Whether another id would find no room. */
    public boolean isFull() {
        return candidates.isFull();
    }

    private int announce(final long nowNs) {
        int work = 0;
        for (int rank = 0; rank < candidates.size(); rank++) {
            final Candidate candidate = candidates.used(rank);
            if (candidate.keeper != self && isAbandoned(candidate, nowNs)) {
                RELAYED.hit();
                candidate.keeper = self;
                candidate.slot = 0;
            }
            if (candidate.keeper == self && candidate.slot == 0) {
                enqueue(candidate);
            } else if (candidate.keeper == self && nowNs - candidate.sinceNs >= config.resendNs()) {
                announce(candidate, nowNs);
                work++;
            }
        }
        return work + assign(nowNs);
    }

    private void enqueue(final Candidate candidate) {
        if (candidate.slot == 0 && !isQueued[candidate.index]) {
            isQueued[candidate.index] = true;
            queue[(queueHead + queued++) % queue.length] = candidate.index;
        }
    }

    private boolean isAbandoned(final Candidate candidate, final long nowNs) {
        final int distance = Math.floorMod(self - candidate.keeper, members);
        return candidate.slot <= consensus.settled() && nowNs - candidate.sinceNs >= distance * config.relayNs();
    }

    private int assign(final long nowNs) {
        final long limit = Math.min(consensus.limit(), consensus.settled() + config.inFlight());
        int work = 0;
        while (queued > 0) {
            final Candidate candidate = candidates.get(queue[queueHead]);
            if (candidate != null && candidate.keeper == self && candidate.slot == 0) {
                final long slot = picker.pick(consensus.highest(), limit, nowNs);
                if (slot == 0) {
                    return work;
                }
                candidates.mean(candidate, slot, nowNs);
                announce(candidate, nowNs);
                work++;
            }
            isQueued[queue[queueHead]] = false;
            queueHead = (queueHead + 1) % queue.length;
            queued--;
        }
        return work;
    }

    private void announce(final Candidate candidate, final long nowNs) {
        candidate.sinceNs = nowNs;
        outbound.ready(candidate.id, candidate.slot);
    }

    /** Where several members announce, an announcement of the same moment is waited for: it may go first there. */
    private boolean isSettledOn(final Candidate candidate, final long nowNs) {
        return nowNs - candidate.sinceNs >= config.lookNs() || !picker.isContended(nowNs);
    }

    private int propose(final long slot, final long nowNs) {
        final Candidate candidate = candidates.meantFor(slot);
        if (candidate != null) {
            return isSettledOn(candidate, nowNs) && consensus.propose(slot, candidate.id) ? 1 : 0;
        }
        if (consensus.hasNullProposal(slot)) {
            return consensus.propose(slot, none) ? 1 : 0;
        }
        final int at = (int) (slot % holes.length);
        if (holes[at] != slot) {
            holes[at] = slot;
            holesSinceNs[at] = nowNs;
        } else if (nowNs - holesSinceNs[at] >= config.holeNs()) {
            HOLE.hit();
            return consensus.propose(slot, none) ? 1 : 0;
        }
        return 0;
    }
}
