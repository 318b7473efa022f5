package io.fleet.client.command;

import io.fleet.consensus.flow.Credit;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * How much of what a batcher has sent may be without an answer: what its group told last (see {@link Credit}). Each
 * answer may tell it, so whichever is lost, late or repeated, the next one puts it right; one that was told before
 * another one that has come says nothing. Who hears nothing for {@link #EXPIRY_NS} may have {@link Credit#START} again,
 * and takes whatever it hears next. It is never below {@link Credit#LEAST}, whatever a packet says.
 *
 * <p>The batcher's thread, but for {@link #bound()}; allocates nothing.
 */
final class CreditWindow {
    /** For so long a credit counts. */
    static final long EXPIRY_NS = TimeUnit.SECONDS.toNanos(1);

    private static final CoverageMark LATE = CoverageMark.named("credit-window.late-credit-ignored");
    private static final CoverageMark EXPIRED = CoverageMark.named("credit-window.credit-expired");

    private volatile int bound;
    private boolean isTold;
    private long ballot;
    private long number;
    private long heardNs;

    /** {@code isBounded}: whether anybody in the group tells credits; where nobody does, there is no bound. */
    CreditWindow(final boolean isBounded) {
        bound = isBounded ? Credit.START : Credit.UNBOUNDED;
    }

    /**
     * An answer tells a credit.
     *
     * @param newBallot the ballot of who told it.
     * @param newNumber its number at that ballot.
     * @param credit    above 0; others tell nothing.
     * @param nowNs     the time.
     */
    void hear(final long newBallot, final long newNumber, final int credit, final long nowNs) {
        expire(nowNs);
        if (credit <= Credit.NONE) {
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
        final int told = Math.max(Credit.LEAST, credit);
        if (told != bound) {
            bound = told;
        }
    }

    /** Time passes. */
    void expire(final long nowNs) {
        if (isTold && nowNs - heardNs > EXPIRY_NS) {
            EXPIRED.hit();
            isTold = false;
            bound = Credit.START;
        }
    }

    /** What may be without an answer, in commands as {@link Credit} counts them. Any thread. */
    int bound() {
        return bound;
    }

    /** Whether so much may be without an answer as there is, and one command more; a single one always may. */
    boolean allows(final long sent, final int more) {
        return sent == 0 || sent + more <= bound;
    }
}
