package io.fleet.consensus.flow;

import io.fleet.config.GroupConfig;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * How much may be without an answer, as it is made of how long things take: by a leader for all clients, and by each
 * client for itself. Ten times a second it looks at the mean of the times that were measured, and at the most that any
 * client has had in flight. Where it takes longer than it should, the number gets smaller in that proportion, though
 * not by more than half. Where it takes at most two thirds of that, and a part of the number is in use, it gets greater
 * in proportion, and at most twice as great; below {@link Credit#START} whether it is in use or not. What nobody uses
 * above that is taken back slowly. Who has not looked for ten intervals, as nothing was under way, has {@link
 * Credit#START} at least. It is never below {@link Credit#LEAST}.
 *
 * <p>How long it should take is {@link GroupConfig#queueMillis()}, or 1.75 times as long as it takes where little is in
 * flight, if that is longer: so a slow disk or network is not taken for a queue. What is learnt of that rises slowly:
 * one disk that hangs for a moment does not make all that comes later look quick.
 *
 * <p>Pure and single-threaded; times are of any clock that does not go back. Allocates nothing.
 */
public final class FlowControl {
    /** How often it looks. */
    public static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final CoverageMark LESS = CoverageMark.named("flow-control.less-is-allowed");
    private static final CoverageMark MORE = CoverageMark.named("flow-control.more-is-allowed");
    private static final CoverageMark TAKEN_BACK = CoverageMark.named("flow-control.what-nobody-uses-is-taken-back");
    /** No more than this is little. */
    private static final int LITTLE = Credit.LEAST / 2;
    /** More than this part is in use where the number is to grow. */
    private static final int USED_SHARE = 4;
    /** So many times what any client has in flight it may be at most, where it gets smaller. */
    private static final int SPARE = 2;
    private static final int LEARNT_SHARE = 8;
    private static final int TAKEN_SHARE = 16;
    private static final int IDLE_INTERVALS = 10;
    /** So many quarters of how long it takes where little is in flight are not too long. */
    private static final int QUARTERS = 7;
    /** The same where much is in flight, but no less is allowed: most of that is a queue, if not all. */
    private static final int LEARNT_SHARE_AT_LEAST = 32;
    /** Within this part of how long it should take, the number stays as it is. */
    private static final int MARGIN = 3;

    private final long targetNs;
    private int credit;
    private long number;
    /** Whether the clock was seen. */
    private boolean isBegun;
    private long beganNs;
    private long sumNs;
    private long samples;
    /** The most that any client has had in flight, in this interval and in the one before. */
    private int wanted;
    private int wantedBefore;
    /** How long it takes where little is in flight. */
    private long plainNs;

    /**
     * Begins with {@link Credit#START}, or {@link Credit#UNBOUNDED} where {@code queueMillis} is 0.
     *
     * @param config the group's.
     */
    public FlowControl(final GroupConfig config) {
        targetNs = TimeUnit.MILLISECONDS.toNanos(config.queueMillis());
        begin(0);
        isBegun = false;
    }

    /**
     * Begins anew.
     *
     * @param nowNs the time.
     */
    public void begin(final long nowNs) {
        credit = targetNs == 0 ? Credit.UNBOUNDED : Credit.START;
        number = 1;
        plainNs = targetNs * 4 / QUARTERS;
        wanted = 0;
        restart(nowNs);
    }

    private void restart(final long nowNs) {
        isBegun = true;
        beganNs = nowNs;
        sumNs = 0;
        samples = 0;
        wantedBefore = wanted;
        wanted = 0;
    }

    /**
     * Some client has so much in flight.
     *
     * @param inFlight commands, as {@link Credit} counts them; more than {@link Credit#MOST} counts as that.
     */
    public void onWanted(final long inFlight) {
        if (inFlight > wanted) {
            wanted = (int) Math.min(inFlight, Credit.MOST);
        }
    }

    /**
     * Something took so long.
     *
     * @param tookNs nanoseconds, from 0.
     */
    public void onTook(final long tookNs) {
        sumNs += tookNs;
        samples++;
    }

    /**
     * Time passes.
     *
     * @param nowNs the time.
     * @return whether there is another {@link #credit()} than before.
     */
    public boolean doWork(final long nowNs) {
        if (!isBegun) {
            restart(nowNs);
        }
        if (targetNs == 0 || nowNs - beganNs < INTERVAL_NS) {
            return false;
        }
        final int most = Math.max(wanted, wantedBefore);
        final int before = credit;
        if (nowNs - beganNs >= IDLE_INTERVALS * INTERVAL_NS) {
            credit = Math.max(Credit.START, credit);
        } else if (samples > 0) {
            adapt(sumNs / samples, most);
        }
        if (credit > Credit.START && (long) most * USED_SHARE * 2 < credit) {
            TAKEN_BACK.hit();
            credit = Math.max(Credit.START, credit - credit / TAKEN_SHARE);
        }
        restart(nowNs);
        number += credit == before ? 0 : 1;
        return credit != before;
    }

    private void adapt(final long tookNs, final int most) {
        if (most <= LITTLE) {
            learn(tookNs, LEARNT_SHARE);
        } else if (credit == Credit.LEAST) {
            learn(tookNs, LEARNT_SHARE_AT_LEAST);
        }
        final long goalNs = Math.max(targetNs, plainNs * QUARTERS / 4);
        if (tookNs > goalNs) {
            LESS.hit();
            final long used = Math.min(credit, (long) SPARE * most);
            final long less = Math.max(used / 2, (long) (used * ((double) goalNs / tookNs)));
            credit = (int) Math.max(Credit.LEAST, less);
        } else if (tookNs <= goalNs - goalNs / MARGIN
            && (credit < Credit.START || (long) most * USED_SHARE > credit)) {
            MORE.hit();
            final long more = Math.min(2L * credit, (long) (credit * ((double) goalNs / Math.max(1, tookNs))));
            credit = (int) Math.min(Credit.MOST, more);
        }
    }

    private void learn(final long tookNs, final int share) {
        if (tookNs < plainNs) {
            plainNs = (plainNs + tookNs) / 2;
        } else {
            plainNs += Math.min(plainNs, tookNs - plainNs) / share;
        }
    }

    /** What may be without an answer. */
    public int credit() {
        return credit;
    }

    /** Grows with each other {@link #credit()} since it began. */
    public long number() {
        return number;
    }
}
