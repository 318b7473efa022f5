package io.fleet.reads;

import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.common.AnsweredLives;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.read.ReadMark;
import io.fleet.consensus.message.read.ReadMarkRequest;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.LongPredicate;

/**
 * One round of questions at a time: how far have members come? Ends when a read quorum has answered (P2). This node's
 * own mark costs no question. Of the others no more are asked than make a quorum (CM-04, CM-07), and all the rest when
 * an answer takes longer than rounds took lately, or cannot count. Answers count when they were given in the
 * configuration in which the round began (S14): nodes of one configuration hold all up to it, and what was chosen in a
 * later one had to be known to a quorum of this one before, so that fewer than a quorum answer in this one.
 */
final class MarkRound {
    private static final CoverageMark HEDGED = CoverageMark.named("mark-round.others-asked");
    private static final CoverageMark ASKED_AGAIN = CoverageMark.named("mark-round.asked-again");
    private static final CoverageMark OWN_MARK_LAST = CoverageMark.named("mark-round.ended-by-the-own-mark");
    private static final CoverageMark OTHER_ROUND = CoverageMark.named("mark-round.answer-to-an-older-round");
    private static final CoverageMark OTHER_CONFIGURATION = CoverageMark
        .named("mark-round.answer-of-another-configuration");
    private static final CoverageMark FORMER = CoverageMark.named("mark-round.answer-of-a-former-life");
    private static final CoverageMark BEGUN_AGAIN = CoverageMark
        .named("mark-round.begun-again-in-another-configuration");
    private static final long LEAST_PATIENCE_NS = 1_000_000;

    private final Outbound outbound;
    private final GroupMembers members;
    private final ReadMarks marks;
    private final ReadCounters counters;
    private final Partners partners;
    private final long mostPatienceNs;
    private final ReadMarkRequest request = new ReadMarkRequest();
    private boolean isUnderWay;
    private boolean isOver;
    private long startedNs;
    private long askedNs;
    private long patienceNs;
    private long smoothedNs;
    private long configuration = -1;
    /** Who counts beside whom (S15). */
    private final AnsweredLives lives = new AnsweredLives();
    private final LongPredicate isQuorum;
    private final int[] ownNumbers = new int[Configuration.SLOTS];
    private final long[] told = new long[Configuration.SLOTS];
    private long asked;
    private long answered;
    private long highest;

    /** {@code firstRound} is drawn at random, so that answers to an earlier process do not count. */
    MarkRound(final Outbound outbound, final GroupMembers members, final ReadMarks marks,
              final ReadCounters counters, final long resendNs, final long firstRound) {
        this.outbound = outbound;
        this.members = members;
        this.marks = marks;
        isQuorum = marks::isQuorum;
        this.counters = counters;
        partners = new Partners(outbound.self());
        mostPatienceNs = Math.max(LEAST_PATIENCE_NS, resendNs);
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

    /** Whether a round has ended since this was asked last. */
    boolean takeEnd() {
        final boolean was = isOver;
        isOver = false;
        return was;
    }

    /** Begins a round, for reads that have come before. */
    void begin(final long nowNs) {
        startedNs = nowNs;
        isUnderWay = true;
        isOver = false;
        restart(nowNs);
    }

    private void restart(final long nowNs) {
        request.round++;
        asked = 0;
        answered = 0;
        highest = 0;
        lives.forget();
        patienceNs = smoothedNs == 0 ? mostPatienceNs
            : Math.min(mostPatienceNs, Math.max(LEAST_PATIENCE_NS, 4 * smoothedNs));
        if (members.current().version() != configuration) {
            configuration = members.current().version();
            partners.set(members.current());
        }
        if (!isEndedByOwnMark(nowNs)) {
            ask(nowNs);
        }
    }

    /** Counts this node's mark, if that has not been and it has one now; whether that ends the round. */
    private boolean isEndedByOwnMark(final long nowNs) {
        final GroupMember own = partners.own();
        if (own == null || (answered & Partners.bit(own)) != 0) {
            return false;
        }
        final long mark = marks.mark();
        if (mark == ReadMarks.SILENT) {
            return false;
        }
        count(own, mark, ownNumbers, marks.fill(ownNumbers));
        if (!isComplete()) {
            return false;
        }
        OWN_MARK_LAST.hit();
        end(nowNs);
        return true;
    }

    private void count(final GroupMember member, final long mark, final int[] numbers, final int count) {
        answered |= Partners.bit(member);
        told[member.slot()] = mark;
        lives.put(member.slot(), marks.heardNumber(member.slot()), numbers, count);
    }

    /**
     * Whether a read quorum has answered of whom none knows another one in a later life. What members know of those
     * that have not answered does not matter: it is about whose marks are counted.
     */
    private boolean isComplete() {
        if (!marks.isQuorum(answered)) {
            return false;
        }
        final long those = lives.among(answered, isQuorum);
        if (those == 0) {
            FORMER.hit();
            return false;
        }
        for (long left = those; left != 0; left &= left - 1) {
            highest = Math.max(highest, told[Long.numberOfTrailingZeros(left)]);
        }
        return true;
    }

    /** Asks as many as are needed; who cannot be reached now is passed over. */
    private int ask(final long nowNs) {
        askedNs = nowNs;
        int sent = 0;
        for (int i = 0; i < partners.size() && !marks.isQuorum(answered | asked); i++) {
            sent += ask(partners.get(i));
        }
        return sent;
    }

    private int ask(final GroupMember member) {
        if ((asked & Partners.bit(member)) != 0 || !outbound.send(member.node(), request)) {
            return 0;
        }
        asked |= Partners.bit(member);
        return 1;
    }

    /** A member tells its mark. */
    void onMark(final int sender, final ReadMark mark, final long nowNs) {
        if (!isUnderWay || mark.round != request.round) {
            OTHER_ROUND.hit();
            return;
        }
        final Configuration current = members.current();
        final GroupMember member = current.member(sender);
        if (mark.configuration != configuration || current.version() != configuration || member == null) {
            OTHER_CONFIGURATION.hit();
            if (member != null) {
                partners.late(Partners.bit(member));
            }
            askAll();
            return;
        }
        count(member, mark.mark, mark.numbers, mark.count);
        if (isComplete()) {
            end(nowNs);
        } else if (marks.isQuorum(answered)) {
            askAll();
        }
    }

    private void end(final long nowNs) {
        counters.rounds.increment();
        isUnderWay = false;
        isOver = true;
        final long taken = nowNs - startedNs;
        smoothedNs = smoothedNs == 0 ? taken : smoothedNs + (taken - smoothedNs) / 8;
    }

    /** Asks where that is due. */
    int doWork(final long nowNs) {
        if (!isUnderWay) {
            return 0;
        }
        if (members.current().version() != configuration) {
            BEGUN_AGAIN.hit();
            restart(nowNs);
            return 1;
        }
        if (isEndedByOwnMark(nowNs)) {
            return 1;
        }
        if (!marks.isQuorum(answered | asked)) {
            return ask(nowNs);
        }
        if (nowNs - askedNs < patienceNs) {
            return 0;
        }
        return hedge(nowNs);
    }

    /** Those that were asked are late: all the others are asked too, or these again where there is nobody else. */
    private int hedge(final long nowNs) {
        counters.asked.increment();
        partners.late(asked & ~answered);
        patienceNs = Math.min(mostPatienceNs, Math.max(LEAST_PATIENCE_NS, 2 * patienceNs));
        askedNs = nowNs;
        int sent = askAll();
        if (sent > 0) {
            HEDGED.hit();
        } else {
            ASKED_AGAIN.hit();
            answered = marks.isQuorum(answered) ? 0 : answered;
            asked = answered;
            sent = askAll();
        }
        return sent;
    }

    private int askAll() {
        int sent = 0;
        for (int i = 0; i < partners.size(); i++) {
            if ((answered & Partners.bit(partners.get(i))) == 0) {
                sent += ask(partners.get(i));
            }
        }
        return sent;
    }
}
