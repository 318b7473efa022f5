package io.fleet.ec.consensus;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.storage.coverage.CoverageMark;

/**
 * The order of one coded group on one node: slots, several at a time, each decided once and alike on all nodes to hold
 * one id or nothing (Weak-MEC of Racos, repaired: rules C3 to C6, R1 to R4).
 *
 * <p>A slot is open from the first message about it, or {@link #propose}, until everything up to it is decided durably
 * on this node ({@link #settle}). What is asked about settled slots is answered from the {@link DecisionHistory}.
 *
 * <p>Pure and single-threaded. Nodes are given by their positions among the members.
 */
public final class SlotConsensus {
    /**
     * The last slot that there can be, 2^60 - 1: with 100,000 slots a second it is reached after 365,000 years.
     * Messages about others are malformed, so no arithmetic on slots of messages overflows.
     */
    public static final long LAST_SLOT = SlotWindow.LAST_SLOT;
    private static final CoverageMark ADOPTED = CoverageMark.named("weak-mec.decision-adopted");
    private static final CoverageMark BEYOND = CoverageMark.named("weak-mec.beyond-the-window");
    private static final CoverageMark MALFORMED = CoverageMark.named("weak-mec.malformed");
    private static final CoverageMark RETRIED = CoverageMark.named("weak-mec.log-had-no-room");

    private final SlotConsensusConfig config;
    private final SlotConsensusOutbound outbound;
    private final SlotConsensusListener listener;
    private final SlotConsensusCounters counters = new SlotConsensusCounters();
    private final SlotWindow window;
    private final HeardMembers heard;
    private final VoteWriter forcing;
    private final SlotDecider decider;
    private final ProposalRule proposals;
    private final StateRule states;
    private final VoteRule votes;
    private final DecisionServer helper;
    private final IntervalTimer sweepTime;
    private boolean isVoting = true;

    /**
     * Creates an order with no slot decided.
     *
     * @param config   sizes and times.
     * @param log      where each vote is forced before it is sent.
     * @param history  where settled slots are looked up.
     * @param outbound where messages go.
     * @param listener told of decisions.
     */
    public SlotConsensus(final SlotConsensusConfig config, final VoteLog log, final DecisionHistory history,
                         final SlotConsensusOutbound outbound, final SlotConsensusListener listener) {
        this.config = config;
        this.outbound = outbound;
        this.listener = listener;
        final int nodes = config.quorums().nodes();
        window = new SlotWindow(config.window(), nodes);
        heard = new HeardMembers(nodes, config.silentNs());
        forcing = new VoteWriter(log, counters);
        decider = new SlotDecider(listener, counters, forcing);
        proposals = new ProposalRule(config, heard, decider, forcing, counters);
        states = new StateRule(config.quorums(), decider, forcing);
        votes = new VoteRule(config, decider, forcing, counters);
        helper = new DecisionServer(config, outbound, history, counters);
        sweepTime = new IntervalTimer(Math.max(1, config.resendNs() / 2));
    }

    /**
     * Takes in a vote that was found durable at the start, before this node speaks; votes in any order. The node goes
     * on behind its last vote, sends that again, and never says anything else about the slot (rule R4). To be called
     * after {@link #settle}.
     *
     * @param slot the slot; settled and decided ones are passed over.
     * @param vote the vote.
     * @param id   that goes with it.
     * @throws IllegalArgumentException when this node cannot have taken that vote, or the slot is above the window.
     */
    public void recover(final long slot, final long vote, final EntryId id) {
        final String problem = SlotVote.problem(vote, id);
        if (problem != null || slot > window.limit()) {
            throw new IllegalArgumentException("recovered step of slot " + slot + ": "
                + (problem == null ? "the slot is above " + window.limit() : problem));
        }
        if (!window.contains(slot)) {
            return;
        }
        final SlotState open = window.get(slot);
        if (open.isDecided()) {
            return;
        }
        final int phase = SlotVote.phase(vote);
        if (SlotVote.kind(vote) == SlotVote.PROPOSAL) {
            open.own.set(id);
            open.proposals.put(config.self(), id);
        } else {
            decider.learn(open, id);
            (SlotVote.kind(vote) == SlotVote.STATE ? open.states : open.votes).put(phase, config.self(),
                SlotVote.value(vote));
        }
        if (open.vote == 0 || isLater(vote, open.vote)) {
            open.vote = vote;
            open.phase = phase;
            open.stage(sent(vote));
            open.isOverdue = true;
        }
    }

    /**
     * Whether this node speaks. One that does not counts what others say, decides by that, and says nothing itself: it
     * may have spoken in a slot before and lost that (rules S15, R5).
     *
     * @param isNow whether, from now on; it does at first.
     */
    public void voting(final boolean isNow) {
        isVoting = isNow;
    }

    /**
     * Proposes what a slot is to hold. The PROPOSAL is sent once it is durable.
     *
     * @param slot the slot.
     * @param id   of an entry that was announced as READY (rule C2), or null for nothing; copied.
     * @return false when the slot is outside of the window, or this node has proposed for it, or it is decided, or this
     *     node does not vote.
     */
    public boolean propose(final long slot, final EntryId id) {
        if (!isUnproposed(slot)) {
            return false;
        }
        final SlotState open = window.get(slot);
        open.own.set(id);
        forcing.force(open, SlotStage.PROPOSING, SlotVote.of(SlotVote.PROPOSAL, 0, 0));
        return true;
    }

    /**
     * A vote that was appended to the {@link VoteLog} is durable: it is sent, and counts for this node too.
     *
     * @param slot  the slot.
     * @param vote  the vote.
     * @param nowNs the clock.
     */
    public void onDurable(final long slot, final long vote, final long nowNs) {
        final SlotState open = window.find(slot);
        if (open == null || open.isDecided() || open.vote != vote || open.isWaiting()) {
            return;
        }
        open.stage(sent(vote));
        open.sentNs = nowNs;
        final EntryId id = VoteWriter.idOf(open, vote);
        outbound.vote(SlotConsensusOutbound.ALL, slot, vote, id, false);
        count(config.self(), open, vote, id, nowNs);
        advance(open, nowNs);
    }

    /**
     * A PROPOSAL, STATE or VOTE arrived.
     *
     * @param sender  its sender, another node.
     * @param slot    the slot.
     * @param vote    the message.
     * @param id      the proposal, or the candidate that the sender knows.
     * @param isAgain whether the sender waits for an answer.
     * @param nowNs   the clock.
     */
    public void onVote(final int sender, final long slot, final long vote, final EntryId id, final boolean isAgain,
                       final long nowNs) {
        if (!isSound(sender, slot) || SlotVote.problem(vote, id) != null) {
            malformed();
            return;
        }
        heard.heard(sender, nowNs);
        if (slot <= window.base()) {
            helper.tellOld(sender, slot);
            return;
        }
        final boolean isProposal = SlotVote.kind(vote) == SlotVote.PROPOSAL;
        if (isProposal && !id.isNull()) {
            listener.onProposed(slot, id);
        }
        if (!window.contains(slot)) {
            BEYOND.hit();
            counters.beyond.increment();
            window.noteHighest(slot);
            return;
        }
        final SlotState open = window.get(slot);
        if (open.isDecided()) {
            if (!isProposal || isAgain || !helper.isFresh(open, nowNs)) {
                helper.tell(sender, open);
            }
            return;
        }
        count(sender, open, vote, id, nowNs);
        advance(open, nowNs);
        if (isAgain) {
            answer(sender, open, SlotVote.phase(vote));
        }
    }

    /**
     * Forgets what others have said in slots that are not decided, and nothing that this node has said: it is as if it
     * had just started (rule R4). They say it again.
     */
    public void countAnew() {
        for (long slot = window.base() + 1; slot <= Math.min(window.limit(), window.highest()); slot++) {
            final SlotState open = window.find(slot);
            if (open != null && !open.isDecided()) {
                open.keepOnly(config.self());
            }
        }
    }

    /**
     * A DECIDED arrived: it is adopted (rule R3).
     *
     * @param sender its sender.
     * @param slot   the slot.
     * @param id     what it holds; null for nothing.
     * @param nowNs  the clock.
     */
    public void onDecided(final int sender, final long slot, final EntryId id, final long nowNs) {
        if (!isSound(sender, slot)) {
            malformed();
            return;
        }
        heard.heard(sender, nowNs);
        if (!window.contains(slot)) {
            window.noteHighest(slot);
            return;
        }
        final SlotState open = window.get(slot);
        if (!open.isDecided()) {
            ADOPTED.hit();
            counters.adopted.increment();
            decider.decide(open, id, nowNs);
        } else if (!open.decided.same(id)) {
            decider.contradiction();
        }
    }

    /**
     * Everything up to a slot is decided, and durably so on this node: the window moves behind it.
     *
     * @param upTo the slot.
     */
    public void settle(final long upTo) {
        for (long slot = window.base() + 1; slot <= Math.min(upTo, window.limit()); slot++) {
            final SlotState open = window.find(slot);
            if (open != null) {
                forcing.giveUp(open);
            }
        }
        window.settle(upTo);
    }

    /**
     * One duty cycle: hands over votes that found no room, ends waiting, and sends again what others may have missed.
     *
     * @param nowNs the clock.
     * @return how much was done.
     */
    public int doWork(final long nowNs) {
        final boolean isSweep = sweepTime.isDue(nowNs);
        int work = 0;
        for (long slot = window.base() + 1; slot <= Math.min(window.limit(), window.highest()); slot++) {
            final SlotState open = window.find(slot);
            if (open == null || open.isDecided()) {
                continue;
            }
            if (forcing.hasUnstaged() && forcing.retry(open)) {
                RETRIED.hit();
                work++;
            }
            if (open.stage() == SlotStage.PROPOSED && open.hasEnough) {
                advance(open, nowNs);
            }
            if (isSweep && open.isWaiting() && (open.isOverdue || nowNs - open.sentNs >= config.resendNs())) {
                open.isOverdue = false;
                open.sentNs = nowNs;
                helper.sendAgain(open);
                work++;
            }
        }
        return work;
    }

    /**
     * Tells a node how slots were decided (rule R3), as far as this node knows it, or that a snapshot covers it.
     *
     * @param to   a node.
     * @param slot the slot.
     * @return whether it was told how.
     */
    public boolean tell(final int to, final long slot) {
        final SlotState open = window.find(slot);
        if (slot >= 1 && slot <= window.base()) {
            return helper.tellOld(to, slot);
        } else if (open != null && open.isDecided()) {
            helper.tell(to, open);
        } else {
            return false;
        }
        return true;
    }

    /**
     * Whether a slot is open and this node has not proposed for it yet.
     *
     * @param slot the slot.
     * @return whether {@link #propose} would do it.
     */
    public boolean isUnproposed(final long slot) {
        if (!isVoting || !window.contains(slot)) {
            return false;
        }
        final SlotState open = window.find(slot);
        return open == null || open.stage() == SlotStage.IDLE;
    }

    /**
     * Whether somebody is known to want nothing in a slot.
     *
     * @param slot the slot.
     * @return whether a PROPOSAL of null has arrived.
     */
    public boolean hasNullProposal(final long slot) {
        final SlotState open = window.find(slot);
        return open != null && open.proposals.hasNull();
    }

    /**
     * The last slot up to which everything is settled.
     *
     * @return the slot; 0 at first.
     */
    public long settled() {
        return window.base();
    }

    /** The highest slot that may be proposed for now. */
    public long limit() {
        return window.limit();
    }

    /** The highest slot that anything was heard of, also above the window. */
    public long highest() {
        return window.highest();
    }

    /**
     * Somebody needs everything up to a slot decided.
     *
     * @param slot the slot; not more than a window above this node's own is believed.
     */
    public void heardOf(final long slot) {
        window.noteHighest(slot);
    }

    /** What was counted. */
    public SlotConsensusCounters counters() {
        return counters;
    }

    private boolean isSound(final int sender, final long slot) {
        return slot >= 1 && slot <= LAST_SLOT && sender >= 0 && sender < config.quorums().nodes()
            && sender != config.self();
    }

    private void malformed() {
        MALFORMED.hit();
        counters.malformed.increment();
    }

    private void count(final int sender, final SlotState slot, final long vote, final EntryId id, final long nowNs) {
        switch (SlotVote.kind(vote)) {
            case SlotVote.PROPOSAL -> proposals.onProposal(sender, slot, id, nowNs);
            case SlotVote.STATE -> states.onState(sender, slot, SlotVote.phase(vote), SlotVote.value(vote), id);
            default -> votes.onVote(sender, slot, SlotVote.phase(vote), SlotVote.value(vote), id, nowNs);
        }
    }

    private void advance(final SlotState slot, final long nowNs) {
        boolean moved = true;
        while (moved) {
            moved = switch (slot.stage()) {
                case PROPOSED -> proposals.advance(slot, nowNs);
                case STATED -> states.advance(slot);
                case VOTED -> votes.advance(slot);
                default -> false;
            };
        }
    }

    private void answer(final int sender, final SlotState slot, final int phase) {
        if (slot.isDecided()) {
            helper.tell(sender, slot);
        } else {
            helper.sendFrom(sender, slot, phase);
        }
    }

    private static SlotStage sent(final long vote) {
        return switch (SlotVote.kind(vote)) {
            case SlotVote.PROPOSAL -> SlotStage.PROPOSED;
            case SlotVote.STATE -> SlotStage.STATED;
            default -> SlotStage.VOTED;
        };
    }

    private static boolean isLater(final long vote, final long than) {
        return SlotVote.phase(vote) != SlotVote.phase(than) ? SlotVote.phase(vote) > SlotVote.phase(than)
            : SlotVote.kind(vote) > SlotVote.kind(than);
    }
}
