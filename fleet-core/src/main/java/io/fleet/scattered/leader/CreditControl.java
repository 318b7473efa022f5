package io.fleet.scattered.leader;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.message.replication.Order;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * How much each client may have without an answer, as a leader makes it of what it measures: one number for all, so that
 * who needs less leaves the rest to the others (max-min). It measures one entry after the other, from when its body
 * was here to when it is applied here. Ten times a second it looks at the mean of these times, and at the most that any
 * client said it has in flight. Where entries take longer than they should, clients get less, in that proportion, though
 * never less than half of what they had. Where they take at most half of it, and some client has a part of its credit in
 * use, all get twice as much. What nobody uses is taken back slowly.
 *
 * <p>How long entries should take is {@link GroupConfig#queueMillis()}, or twice as long as they take where no client
 * has more than {@link Credit#LEAST} in flight, if that is longer: so a slow disk or network is not taken for a queue.
 *
 * <p>Safety does not need it: a client that has more than its credit waits longer, and others with it. Pure; allocates
 * nothing.
 */
final class CreditControl {
    static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final CoverageMark LESS = CoverageMark.named("credit-control.clients-get-less");
    private static final CoverageMark MORE = CoverageMark.named("credit-control.clients-get-more");
    private static final CoverageMark TAKEN_BACK = CoverageMark.named("credit-control.what-nobody-uses-is-taken-back");
    /** More than this part of the credit is in use where it is to grow. */
    private static final int USED_SHARE = 16;
    /** So many times what any client has in flight it may be at most, where it gets less. */
    private static final int SPARE = 2;
    /** What is learnt of how long entries take rises by no more than this part of it at a time. */
    private static final int SMOOTHING = 8;
    private static final int TAKEN_SHARE = 16;
    private static final int PATIENCE = 2;

    private final long targetNs;
    private int credit;
    private long number;
    /** The entry that is measured; 0 for none. */
    private long lsn;
    private long sinceNs;
    private long beganNs;
    private long sumNs;
    private int samples;
    /** The most that any client said that it has in flight. */
    private int wanted;
    private int wantedBefore;
    /** How long entries take where little is in flight; 0 where that was not seen. */
    private long plainNs;

    CreditControl(final GroupConfig config) {
        targetNs = TimeUnit.MILLISECONDS.toNanos(config.queueMillis());
    }

    /** A ballot begins: nothing is known. */
    void begin(final long nowNs) {
        credit = targetNs == 0 ? Credit.UNBOUNDED : Credit.START;
        number = 1;
        lsn = 0;
        plainNs = 0;
        wanted = 0;
        restart(nowNs);
    }

    private void restart(final long nowNs) {
        beganNs = nowNs;
        sumNs = 0;
        samples = 0;
        wantedBefore = wanted;
        wanted = 0;
    }

    /** A client says how much it has in flight. */
    void onWanted(final int inFlight) {
        wanted = Math.max(wanted, Math.min(inFlight, Credit.MOST));
    }

    /** An entry is given an LSN; its body has been here since. */
    void onOrdered(final long newLsn, final long bodyNs) {
        if (lsn == 0) {
            lsn = newLsn;
            sinceNs = bodyNs;
        }
    }

    /** Looks at what is applied, and at times makes a new number of it. */
    void doWork(final long applied, final long nowNs) {
        if (targetNs == 0) {
            return;
        }
        if (lsn != 0 && applied >= lsn) {
            sumNs += nowNs - sinceNs;
            samples++;
            lsn = 0;
        }
        if (nowNs - beganNs >= INTERVAL_NS) {
            final int most = Math.max(wanted, wantedBefore);
            if (samples > 0) {
                adapt(sumNs / samples, most);
            }
            takeBack(most);
            restart(nowNs);
        }
    }

    private void adapt(final long tookNs, final int most) {
        if (most <= Credit.LEAST || credit == Credit.LEAST) {
            learn(tookNs);
        }
        final long goalNs = Math.max(targetNs, PATIENCE * plainNs);
        if (tookNs > goalNs) {
            final long used = Math.min(credit, (long) SPARE * most);
            final long less = Math.max(used / 2, (long) (used * ((double) goalNs / tookNs)));
            if (become((int) Math.max(Credit.LEAST, Math.min(credit, less)))) {
                LESS.hit();
            }
        } else if (tookNs <= goalNs / 2 && (long) most * USED_SHARE > credit
            && become(Math.min(Credit.MOST, 2 * credit))) {
            MORE.hit();
        }
    }

    /** One disk that hangs for a moment does not make all that comes later look quick. */
    private void learn(final long tookNs) {
        if (plainNs == 0 || tookNs < plainNs) {
            plainNs = plainNs == 0 ? tookNs : (plainNs + tookNs) / 2;
        } else {
            plainNs += Math.min(plainNs, tookNs - plainNs) / SMOOTHING;
        }
    }

    private void takeBack(final int most) {
        if (credit > Credit.START && (long) most * USED_SHARE * 2 < credit
            && become(Math.max(Credit.START, credit - credit / TAKEN_SHARE))) {
            TAKEN_BACK.hit();
        }
    }

    private boolean become(final int newCredit) {
        if (newCredit == credit) {
            return false;
        }
        credit = newCredit;
        number++;
        return true;
    }

    /** Tells all who hear of orders. */
    void tell(final Order message) {
        message.credit = credit;
        message.creditNumber = number;
    }

    /** What each client may have without an answer. */
    int credit() {
        return credit;
    }
}
