package io.fleet.consensus.flow;

import io.fleet.config.GroupConfig;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * How much each client may have without an answer, as a leader makes it of how long entries take. The goal is {@link
 * GroupConfig#queueMillis()}, and nothing else: nothing is learnt.
 *
 * <p>Ten times a second, or once for each goal where that is longer, it looks at the mean of the times that were
 * measured, and at the most that any client wants. Where two intervals one after the other are above the goal, the
 * number gets smaller in that proportion, though not by more than half in one interval. Where an interval is at most
 * two thirds of the goal, and a part of the number is in use, it gets greater in proportion, at most twice as great;
 * between that and the goal by a sixteenth, if it is in use. Below {@link Credit#START} it gets greater whether it is
 * in use or not. What nobody uses above that is taken back by a sixteenth at a time. After ten intervals in which
 * nothing was wanted it is {@link Credit#START} again. It is never below {@link Credit#LEAST}.
 *
 * <p>Pure and single-threaded; times are of any clock that does not go back. Allocates nothing.
 */
public final class FlowControl {
    /** How often it looks, unless the goal is longer. */
    public static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final CoverageMark LESS = CoverageMark.named("flow-control.less-is-allowed");
    private static final CoverageMark MORE = CoverageMark.named("flow-control.more-is-allowed");
    private static final CoverageMark TAKEN_BACK = CoverageMark.named("flow-control.what-nobody-uses-is-taken-back");
    private static final CoverageMark IDLE = CoverageMark.named("flow-control.begins-anew-after-nothing-was-wanted");
    /** More than this part is in use where the number is to grow; less than half of it is hardly any. */
    private static final int USED_SHARE = 4;
    /** The part that slow changes are of. */
    private static final int SLOW_SHARE = 16;
    private static final int IDLE_INTERVALS = 10;
    /** So many intervals above the goal, one after the other, count. */
    private static final int INTERVALS_OVER = 2;
    /** Within this part below the goal, the number grows slowly. */
    private static final int MARGIN = 3;

    private final long goalNs;
    private final long intervalNs;
    private int credit;
    private long number;
    private long beganNs;
    private long sumNs;
    private long samples;
    private long meanNs;
    /** The most that any client wants, in this interval and in the one before. */
    private int wanted;
    private int wantedBefore;
    private int intervalsOver;
    private int idleIntervals;

    /**
     * Has to {@link #begin} first. With {@code queueMillis} 0 it measures, and bounds nobody.
     *
     * @param config the group's.
     */
    public FlowControl(final GroupConfig config) {
        goalNs = TimeUnit.MILLISECONDS.toNanos(config.queueMillis());
        intervalNs = Math.max(INTERVAL_NS, goalNs);
    }

    /**
     * Begins anew, with {@link Credit#START}.
     *
     * @param nowNs the time.
     */
    public void begin(final long nowNs) {
        credit = goalNs == 0 ? Credit.UNBOUNDED : Credit.START;
        number = goalNs == 0 ? Credit.NOT_TOLD : 1;
        meanNs = 0;
        wanted = 0;
        intervalsOver = 0;
        idleIntervals = 0;
        restart(nowNs);
    }

    private void restart(final long nowNs) {
        beganNs = nowNs;
        sumNs = 0;
        samples = 0;
        wantedBefore = wanted;
        wanted = 0;
    }

    /**
     * Some client wants to have so much in flight.
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
     * @param waitNs for how long something has waited that is not done yet; 0 where there is nothing. At the end of an
     *              interval it counts like the time of one that is done, if it is above the goal.
     */
    public void doWork(final long nowNs, final long waitNs) {
        if (nowNs - beganNs < intervalNs) {
            return;
        }
        if (goalNs > 0 && waitNs > goalNs) {
            onTook(waitNs);
        }
        meanNs = samples == 0 ? meanNs : sumNs / samples;
        if (goalNs > 0) {
            final int before = credit;
            look();
            number += credit == before ? 0 : 1;
        }
        restart(nowNs);
    }

    private void look() {
        final int most = Math.max(wanted, wantedBefore);
        idleIntervals = samples == 0 && wanted == 0 ? idleIntervals + 1 : 0;
        if (samples > 0) {
            adapt(most);
        } else if (idleIntervals >= IDLE_INTERVALS) {
            IDLE.hit();
            credit = Credit.START;
            intervalsOver = 0;
        }
    }

    private void adapt(final int most) {
        intervalsOver = meanNs > goalNs ? intervalsOver + 1 : 0;
        final boolean isWanted = credit < Credit.START || (long) most * USED_SHARE > credit;
        if (intervalsOver >= INTERVALS_OVER) {
            LESS.hit();
            credit = (int) Math.max(Credit.LEAST, Math.max((credit + 1) / 2, part(goalNs, meanNs)));
        } else if (intervalsOver > 0) {
            return;
        } else if (isWanted) {
            MORE.hit();
            final long more = meanNs <= goalNs - goalNs / MARGIN
                ? Math.min(2L * credit, part(goalNs, Math.max(1, meanNs))) : credit + credit / SLOW_SHARE;
            credit = (int) Math.min(Credit.MOST, more);
        } else if (credit > Credit.START && (long) most * USED_SHARE * 2 < credit) {
            TAKEN_BACK.hit();
            credit = Math.max(Credit.START, credit - credit / SLOW_SHARE);
        }
    }

    private long part(final long of, final long in) {
        return (long) (credit * ((double) of / in));
    }

    /** What each client may have without an answer; {@link Credit#UNBOUNDED} where there is no bound. */
    public int credit() {
        return credit;
    }

    /** Grows with each other {@link #credit()} since it began; {@link Credit#NOT_TOLD} where there is no bound. */
    public long number() {
        return number;
    }

    /** How long things took in the last interval, in nanoseconds; 0 where nothing was measured. */
    public long meanNs() {
        return meanNs;
    }
}
