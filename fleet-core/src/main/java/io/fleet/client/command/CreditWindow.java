package io.fleet.client.command;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.flow.FlowControl;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * How much of what a batcher has sent may be without an answer: what its group told last (see {@link Credit}), or what
 * the batcher makes of how long answers take ({@link FlowControl}), whichever is less: the leader sees what waits in
 * the group, and the batcher what waits on the way there and back. Each answer may tell it, so whichever is lost, late
 * or repeated, the next one puts it right; one that was told before another one that has come says nothing. Who hears
 * nothing for {@link #EXPIRY_NS} may have {@link Credit#START} again, and takes whatever it hears next. It is never
 * below {@link Credit#LEAST}, whatever a packet says.
 *
 * <p>The batcher's thread, but for {@link #bound()}; allocates nothing.
 */
final class CreditWindow {
    /** For so long a credit counts. */
    static final long EXPIRY_NS = TimeUnit.SECONDS.toNanos(1);

    private static final CoverageMark LATE = CoverageMark.named("credit-window.late-credit-ignored");
    private static final CoverageMark EXPIRED = CoverageMark.named("credit-window.credit-expired");

    private static final int LEAST_SHARE = 16;

    private final boolean isBounded;
    private final FlowControl own;
    private volatile int bound;
    private int credit;
    private boolean isTold;
    private long ballot;
    private long number;
    private long heardNs;

    /** {@code isBounded}: whether anybody in the group tells credits; where nobody does, there is no bound. */
    CreditWindow(final GroupConfig config, final boolean isBounded) {
        this.isBounded = isBounded;
        own = new FlowControl(config);
        told(Credit.START);
    }

    private void told(final int newCredit) {
        credit = newCredit;
        settle();
    }

    /** A group that bounds nobody is believed. */
    private void settle() {
        final int least = !isBounded || credit == Credit.UNBOUNDED ? Credit.UNBOUNDED
            : Math.min(credit, own.credit());
        if (least != bound) {
            bound = least;
        }
    }

    /**
     * An answer tells a credit.
     *
     * @param newBallot the ballot of who told it.
     * @param newNumber its number at that ballot.
     * @param newCredit above 0; others tell nothing.
     * @param nowNs     the time.
     */
    void hear(final long newBallot, final long newNumber, final int newCredit, final long nowNs) {
        expire(nowNs);
        if (newCredit <= Credit.NONE) {
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
        told(Math.max(Credit.LEAST, newCredit));
    }

    /** A command that was sent once was answered so long after that. */
    void answered(final long tookNs) {
        own.onTook(tookNs);
    }

    /** Time passes, with so much in flight. */
    void doWork(final long inFlight, final long nowNs) {
        expire(nowNs);
        own.onWanted(inFlight);
        if (own.doWork(nowNs)) {
            settle();
        }
    }

    private void expire(final long nowNs) {
        if (isTold && nowNs - heardNs > EXPIRY_NS) {
            EXPIRED.hit();
            isTold = false;
            told(Credit.START);
        }
    }

    /** What may be without an answer, in commands as {@link Credit} counts them. Any thread. */
    int bound() {
        return bound;
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
}
