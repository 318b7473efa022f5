package io.fleet.consensus.flow;

import io.fleet.consensus.message.client.ReplyBatch;

/**
 * The credit that a node has heard last from the leader that it follows, which it puts into all answers that it sends
 * to clients: so each client hears it from whoever answers it. Whatever comes last counts, whatever its number: so what
 * nobody ever meant lasts until the next ORDER. Clients tell old from new. The node's thread; allocates nothing.
 */
public final class CreditNotice {
    private long ballot;
    private long number = Credit.NOT_TOLD;
    private int credit;

    /** Knows of none. */
    public CreditNotice() {
    }

    /**
     * The leader that this node follows tells a credit.
     *
     * @param newBallot the leader's.
     * @param newNumber grows with each change that this leader makes; {@link Credit#NOT_TOLD} where it tells none.
     * @param newCredit the credit.
     */
    public void hear(final long newBallot, final long newNumber, final int newCredit) {
        ballot = newBallot;
        number = newNumber;
        credit = newCredit;
    }

    /**
     * Writes it into answers to a client. Those that name another ballot than that of the leader that told it, and
     * answers to reads that did not go through the log, get none.
     *
     * @param answers any.
     */
    public void tell(final ReplyBatch answers) {
        final boolean isTold = answers.ballot == ballot && !answers.reads && number != Credit.NOT_TOLD;
        answers.credit = isTold ? credit : 0;
        answers.creditNumber = isTold ? number : Credit.NOT_TOLD;
    }
}
