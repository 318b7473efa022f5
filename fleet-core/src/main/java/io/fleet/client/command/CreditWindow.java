package io.fleet.client.command;

import io.fleet.consensus.flow.Credit;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * How much of what a batcher has sent may be without an answer: what its group told last (see {@link Credit}). It is
 * the group alone that says whether there is a bound: who was told none has none. Each answer may tell it, so whichever
 * is lost, late or repeated, the next one puts it right; one that was told before another one that has come says
 * nothing.
 *
 * <p>Who was told a credit and hears none for {@link #EXPIRY_NS} may have {@link Credit#START}, and takes whatever it
 * hears next: any credit, or an answer that tells none, after which it has no bound. What it is told is never below
 * {@link Credit#LEAST} nor above {@link Credit#MOST}, whatever a packet says.
 *
 * <p>The batcher's thread, but for {@link #bound()} and {@link #wantMore()}; allocates nothing.
 */
final class CreditWindow {
    /** For so long a credit counts. */
    static final long EXPIRY_NS = TimeUnit.SECONDS.toNanos(1);

    private static final CoverageMark LATE = CoverageMark.named("credit-window.late-credit-ignored");
    private static final CoverageMark EXPIRED = CoverageMark.named("credit-window.credit-expired");
    private static final CoverageMark WANTED = CoverageMark.named("credit-window.more-is-wanted-than-is-in-flight");

    private static final int LEAST_SHARE = 16;

    private volatile int bound = Credit.UNBOUNDED;
    private volatile boolean wantsMore;
    private boolean isTold;
    private boolean isHeldBack;
    private long ballot;
    private long number;
    private long heardNs;

    private void bound(final int newBound) {
        if (newBound != bound) {
            bound = newBound;
        }
    }

    /**
     * An answer came.
     *
     * @param newBallot the ballot of who told the credit.
     * @param newNumber its number at that ballot; {@link Credit#NOT_TOLD} where the answer tells none.
     * @param newCredit the credit.
     * @param nowNs     the time.
     */
    void hear(final long newBallot, final long newNumber, final int newCredit, final long nowNs) {
        expire(nowNs);
        if (newNumber <= Credit.NOT_TOLD) {
            bound(isTold ? bound : Credit.UNBOUNDED);
            return;
        }
        if (isTold && (newBallot < ballot || newBallot == ballot && newNumber < number)) {
            LATE.hit();
            return;
        }
        isTold = true;
        ballot = newBallot;
        number = newNumber;
        heardNs = nowNs;
        bound(Credit.within(newCredit));
    }

    /** Time passes. */
    void expire(final long nowNs) {
        if (isTold && nowNs - heardNs > EXPIRY_NS) {
            EXPIRED.hit();
            isTold = false;
            bound(Math.min(bound, Credit.START));
        }
    }

    /** What may be without an answer, in commands as {@link Credit} counts them. Any thread. */
    int bound() {
        return bound;
    }

    /** Who is in front of the client uses much of the bound by its own count, or refused for it. Any thread. */
    void wantMore() {
        if (!wantsMore) {
            wantsMore = true;
        }
    }

    /**
     * What the leader is told that the client wants: what is in flight, or all that it may have, where more was wanted
     * since it was told last.
     */
    long wanted(final long inFlight) {
        if (!wantsMore) {
            return inFlight;
        }
        WANTED.hit();
        wantsMore = false;
        return Math.max(inFlight, bound == Credit.UNBOUNDED ? 0 : bound);
    }

    /**
     * Whether an entry may begin: what is left is enough for all that waits, or a sixteenth of the whole. Else each
     * answer would begin an entry of its own.
     *
     * @param sent   what is without an answer.
     * @param first  what the first command counts that waits.
     * @param unsent what all count that wait.
     */
    boolean allowsEntry(final long sent, final int first, final long unsent) {
        return allows(sent, first) && (sent == 0 || bound - sent >= Math.min(unsent, bound / LEAST_SHARE));
    }

    /** Whether so much may be without an answer as there is, and one command more; a single one always may. */
    boolean allows(final long sent, final int more) {
        return sent == 0 || sent + more <= bound;
    }

    /** Whether something was held back when it was looked at last. */
    boolean isHoldingBack() {
        return isHeldBack;
    }

    /** Takes note of whether something is held back; returns whether it is so only since now. */
    boolean holdsBack(final boolean isNow) {
        final boolean isNew = isNow && !isHeldBack;
        isHeldBack = isNow;
        return isNew;
    }
}
