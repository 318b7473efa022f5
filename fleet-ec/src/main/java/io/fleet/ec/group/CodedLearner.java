package io.fleet.ec.group;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.SlotConsensus;
import io.fleet.storage.mark.Mark;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Takes decisions as they come, makes them durable in the order of slots (rule R4), tells the others how far that has
 * come (Q1), and asks for what it missed (R3).
 */
final class CodedLearner {
    private static final Mark BEHIND = Mark.named("learner.asks-for-decisions");
    private static final Mark SKIPPED = Mark.named("learner.goes-on-behind-a-snapshot");
    private static final int MOST_TOLD = 1024;
    /** A member is believed to be so far ahead of this node, until it says more when this one has come further. */
    private static final int MOST_AHEAD = 1 << 16;

    private final int self;
    private final int members;
    private final SlotConsensus mec;
    private final DecisionLog log;
    private final CodedGroupOutbound outbound;
    /** What members have told, whoever they are. */
    private final LearnedTable learned;
    /** What members that vote have told, in the lives in which they are counted. */
    private final LearnedTable counted;
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

    CodedLearner(final int self, final int members, final int window, final long resendNs, final SlotConsensus mec,
                 final DecisionLog log, final CodedGroupOutbound outbound, final LongConsumer onSkipped) {
        this.self = self;
        this.mec = mec;
        this.log = log;
        this.outbound = outbound;
        this.members = members;
        learned = new LearnedTable(members);
        counted = new LearnedTable(members);
        mostTold = Math.max(1, Math.min(MOST_TOLD, window / 2));
        slots = new long[window];
        ids = new EntryId[window];
        Arrays.setAll(ids, i -> new EntryId());
        tellTime = new IntervalTimer(resendNs);
        askTime = new IntervalTimer(resendNs);
        learned.put(self, log.durable());
        this.onSkipped = onSkipped;
        known = log.appended();
    }

    /** A slot of the window is decided. */
    void onDecided(final long slot, final EntryId id) {
        final int at = (int) slot & slots.length - 1;
        slots[at] = slot;
        ids[at].set(id);
    }

    /** What a member had learned may be lost. */
    void forget(final int member) {
        learned.forget(member);
        counted.forget(member);
    }

    /** Members count in other lives from now on: what they have told counts when it is told again. */
    void countAnew() {
        for (int member = 0; member < members; member++) {
            if (member != self) {
                counted.forget(member);
            }
        }
    }

    /** A durable snapshot covers everything up to a slot: decisions go on behind it. */
    void skipTo(final long slot) {
        skipTo = Math.max(skipTo, slot);
    }

    /** The log goes on behind a slot whose decision, and those before it, this node may never have heard. */
    void skipped(final long upTo) {
        if (upTo > known) {
            known = upTo;
            onSkipped.accept(upTo);
        }
    }

    /** What is not to be believed now is told again; a wrong word counts for a while, and not for ever. */
    void onLearned(final int member, final long upTo, final boolean isCounted) {
        learned.put(member, believed(upTo));
        if (isCounted) {
            counted.put(member, believed(upTo));
        }
    }

    /** How far another member may be, from what it says. */
    long believed(final long upTo) {
        return Math.min(upTo, log.durable() + MOST_AHEAD);
    }

    /** A member wants decisions; those this node knows are told, up to a bound. */
    void onLearnRequest(final int member, final long from) {
        if (from > mec.limit()) {
            return;
        }
        long slot = from;
        while (slot < from + mostTold && mec.tell(member, slot)) {
            slot++;
        }
    }

    /** The slot that f + 1 members have durably learned, with all before it. */
    long learnedBy(final int members) {
        return counted.reachedBy(members);
    }

    int doWork(final boolean isVoter, final long nowNs) {
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
        if (durable > mec.settled()) {
            mec.settle(durable);
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
        if (ahead == LearnedTable.NONE || !askTime.isDue(nowNs)) {
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
