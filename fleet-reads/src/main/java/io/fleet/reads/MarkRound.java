package io.fleet.reads;

import io.fleet.protocol.GroupMembers;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.ReadMarks;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.GroupMember;
import io.fleet.protocol.message.ReadMark;
import io.fleet.protocol.message.ReadMarkRequest;
import io.fleet.storage.mark.Mark;

/**
 * One round of questions at a time: asks all members how far they have come, until a read quorum has answered (P2). All
 * are asked at once, so the slowest do not matter, and again when answers take longer than they did lately. Answers
 * count when they were given in the configuration in which the round began (S14): nodes of one configuration hold all
 * up to it, and what was chosen in a later one had to be known to a quorum of this one before, so that fewer than a
 * quorum answer in this one.
 */
final class MarkRound {
    private static final Mark ASKED_AGAIN = Mark.named("mark-round.asked-again");
    private static final Mark OTHER_ROUND = Mark.named("mark-round.answer-to-an-older-round");
    private static final Mark OTHER_CONFIGURATION = Mark.named("mark-round.answer-of-another-configuration");
    private static final Mark BEGUN_AGAIN = Mark.named("mark-round.begun-again-in-another-configuration");
    private static final long LEAST_PATIENCE_NS = 1_000_000;

    private final Outbound outbound;
    private final GroupMembers members;
    private final ReadMarks marks;
    private final ReadCounters counters;
    private final long mostPatienceNs;
    private final ReadMarkRequest request = new ReadMarkRequest();
    private boolean isUnderWay;
    private boolean isSent;
    private long startedNs;
    private long askedNs;
    private long patienceNs;
    private long smoothedNs;
    private long configuration;
    private long answered;
    private long highest;

    /** {@code firstRound} is drawn at random, so that answers to an earlier process do not count. */
    MarkRound(final Outbound outbound, final GroupMembers members, final ReadMarks marks,
              final ReadCounters counters, final long resendNs, final long firstRound) {
        this.outbound = outbound;
        this.members = members;
        this.marks = marks;
        this.counters = counters;
        mostPatienceNs = Math.max(LEAST_PATIENCE_NS, resendNs);
        patienceNs = mostPatienceNs;
        request.round = firstRound;
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    /** When the last round began. */
    long startedNs() {
        return startedNs;
    }

    /** The highest mark of the last round. */
    long mark() {
        return highest;
    }

    void begin(final long nowNs) {
        isUnderWay = true;
        startedNs = nowNs;
        patienceNs = smoothedNs == 0 ? mostPatienceNs
            : Math.min(mostPatienceNs, Math.max(LEAST_PATIENCE_NS, 4 * smoothedNs));
        restart();
        ask(nowNs);
    }

    private void restart() {
        request.round++;
        answered = 0;
        highest = 0;
        configuration = members.current().version();
    }

    private void ask(final long nowNs) {
        askedNs = nowNs;
        isSent = outbound.broadcast(request);
    }

    /** A member tells its mark; true when that ends the round. */
    boolean onMark(final int sender, final ReadMark mark, final long nowNs) {
        if (!isUnderWay || mark.round != request.round) {
            OTHER_ROUND.hit();
            return false;
        }
        final Configuration current = members.current();
        final GroupMember member = current.member(sender);
        if (mark.configuration != configuration || current.version() != configuration || member == null) {
            OTHER_CONFIGURATION.hit();
            return false;
        }
        answered |= 1L << member.slot();
        highest = Math.max(highest, mark.mark);
        if (!marks.isQuorum(answered)) {
            return false;
        }
        counters.rounds.increment();
        isUnderWay = false;
        final long taken = nowNs - startedNs;
        smoothedNs = smoothedNs == 0 ? taken : smoothedNs + (taken - smoothedNs) / 8;
        return true;
    }

    int doWork(final long nowNs) {
        if (!isUnderWay) {
            return 0;
        }
        if (members.current().version() != configuration) {
            BEGUN_AGAIN.hit();
            restart();
            ask(nowNs);
            return 1;
        }
        if (!isSent) {
            ask(nowNs);
            return isSent ? 1 : 0;
        }
        if (nowNs - askedNs < patienceNs) {
            return 0;
        }
        ASKED_AGAIN.hit();
        counters.asked.increment();
        patienceNs = Math.min(mostPatienceNs, 2 * patienceNs);
        ask(nowNs);
        return 1;
    }
}
