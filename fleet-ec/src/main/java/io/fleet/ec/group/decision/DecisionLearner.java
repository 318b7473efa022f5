package io.fleet.ec.group.decision;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.ec.consensus.SlotConsensusConfig;
import io.fleet.storage.coverage.CoverageMark;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Takes decisions as they come, makes them durable in the order of slots (rule R4), tells the others how far that has
 * come (Q1), and asks for what it missed (R3).
 */
public final class DecisionLearner {
    private static final CoverageMark BEHIND = CoverageMark.named("learner.asks-for-decisions");
    private static final CoverageMark SKIPPED = CoverageMark.named("learner.goes-on-behind-a-snapshot");
    private static final int MOST_TOLD = 1024;
    /** A member is believed to be so far ahead of this node, until it says more when this one has come further. */
    private static final int MOST_AHEAD = 1 << 16;

    private final int self;
    private final Quorums quorums;
    private final SlotConsensus consensus;
    private final DecisionLog log;
    private final LearnerOutbound outbound;
    /** What members have told, whoever they are. */
    private final MemberSlots learned;
    /** What members that vote have told, in the lives in which they are counted. */
    private final MemberSlots counted;
    /** How many are told at once: no more than the window of who asks has room for while it makes others durable. */
    private final int mostTold;
    private final long[] slots;
    private final EntryId[] ids;
    private final IntervalTimer tellTime;
    private final IntervalTimer askTime;
    private final LongConsumer onSkipped;
    private long toldUpTo;
    private long askedFrom;
    private long skipTo;
    /** Up to which slot this node knows each decision, from its log or from others, or has said that it skipped it. */
    private long known;
    private int asked;
    /** Whether more is asked for as soon as all up to there is here. */
    private boolean isAsking;
    private long askedUpTo;

    /** {@code onSkipped} is told up to which slot this node may never hear what was decided. */
    public DecisionLearner(final SlotConsensusConfig config, final SlotConsensus consensus, final DecisionLog log,
                           final LearnerOutbound outbound, final LongConsumer onSkipped) {
        self = config.self();
        quorums = config.quorums();
        this.consensus = consensus;
        this.log = log;
        this.outbound = outbound;
        learned = new MemberSlots(quorums.nodes());
        counted = new MemberSlots(quorums.nodes());
        mostTold = Math.max(1, Math.min(MOST_TOLD, config.window() / 2));
        slots = new long[config.window()];
        ids = new EntryId[config.window()];
        Arrays.setAll(ids, i -> new EntryId());
        tellTime = new IntervalTimer(config.resendNs());
        askTime = new IntervalTimer(config.resendNs());
        learned.put(self, log.durable());
        this.onSkipped = onSkipped;
        known = log.appended();
    }

    /** A slot of the window is decided. */
    public void onDecided(final long slot, final EntryId id) {
        final int at = (int) slot & slots.length - 1;
        slots[at] = slot;
        ids[at].set(id);
    }

    /** What a member had learned may be lost. */
    public void forget(final int member) {
        learned.forget(member);
        counted.forget(member);
    }

    /** Members count in other lives from now on: what they have told counts when it is told again. */
    public void countAnew() {
        for (int member = 0; member < quorums.nodes(); member++) {
            if (member != self) {
                counted.forget(member);
            }
        }
    }

    /** A durable snapshot covers everything up to a slot: decisions go on behind it. */
    public void skipTo(final long slot) {
        skipTo = Math.max(skipTo, slot);
    }

    /** The log goes on behind a slot whose decision, and those before it, this node may never have heard. */
    public void skipped(final long upTo) {
        if (upTo > known) {
            known = upTo;
            onSkipped.accept(upTo);
        }
    }

    /** What is not to be believed now is told again; a wrong word counts for a while, and not for ever. */
    public void onLearned(final int member, final long upTo, final boolean isCounted) {
        learned.put(member, believed(upTo));
        if (isCounted) {
            counted.put(member, believed(upTo));
        }
    }

    /** How far another member may be, from what it says. */
    public long believed(final long upTo) {
        return Math.min(upTo, log.durable() + MOST_AHEAD);
    }

    /** A member wants decisions; those this node knows are told, up to a bound. */
    public void onLearnRequest(final int member, final long from) {
        if (from > consensus.limit()) {
            return;
        }
        long slot = from;
        while (slot < from + mostTold && consensus.tell(member, slot)) {
            slot++;
        }
    }

    /** Up to which slot f + 1 members, this one among them, have all decisions durably (rule Q1). */
    public long learned() {
        return Math.min(learnedBy(quorums.faults() + 1), log.durable());
    }

    /** Up to which slot so many members have told that they have all decisions durably. */
    public long learnedBy(final int count) {
        return counted.reachedBy(count);
    }

    public int doWork(final boolean isVoter, final long nowNs) {
        int work = 0;
        if (skipTo > log.appended() && log.skipTo(skipTo)) {
            SKIPPED.hit();
            work++;
        }
        skipped(log.appended());
        long next = log.appended() + 1;
        while (slots[(int) next & slots.length - 1] == next && log.append(next, ids[(int) next & slots.length - 1])) {
            known = next;
            next++;
            work++;
        }
        final long durable = log.durable();
        if (durable > consensus.settled()) {
            consensus.settle(durable);
            learned.put(self, durable);
            work++;
        }
        if (isVoter) {
            counted.put(self, durable);
        }
        if (durable > toldUpTo || durable > 0 && tellTime.isDue(nowNs)) {
            toldUpTo = durable;
            outbound.learned(durable);
        }
        return work + ask(durable, nowNs);
    }

    private int ask(final long durable, final long nowNs) {
        if (isAsking && log.appended() >= askedUpTo) {
            isAsking = false;
            return askMore();
        }
        final int ahead = learned.nextAhead(asked, log.appended());
        if (ahead == MemberSlots.NONE || !askTime.isDue(nowNs)) {
            return 0;
        }
        final boolean isStuck = askedFrom == durable + 1;
        askedFrom = durable + 1;
        if (!isStuck) {
            return 0;
        }
        BEHIND.hit();
        return ask(ahead, askedFrom);
    }

    /** What was asked for has come: there may be more where it came from. */
    private int askMore() {
        return learned.of(asked) > log.appended() ? ask(asked, log.appended() + 1) : 0;
    }

    private int ask(final int member, final long from) {
        asked = member;
        isAsking = true;
        askedUpTo = from + mostTold - 1;
        outbound.learnRequest(member, from);
        return 1;
    }
}
