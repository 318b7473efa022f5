package io.fleet.consensus.flow;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;

/**
 * The last credit that a node has heard from its leader, which it puts into all answers that it sends to clients: so
 * each client hears it from whoever answers it. The node's thread; allocates nothing.
 */
public final class CreditNotice {
    private long ballot;
    private long number;
    private int credit = Credit.NONE;

    /** Knows of none. */
    public CreditNotice() {
    }

    /**
     * A leader tells a credit. One of an earlier ballot, or that it told before one that has come, says nothing.
     *
     * @param newBallot the leader's.
     * @param newNumber grows with each change that this leader makes.
     * @param newCredit the credit; {@link Credit#NONE} where it tells none.
     */
    public void hear(final long newBallot, final long newNumber, final int newCredit) {
        if (newBallot > ballot || newBallot == ballot && newNumber >= number) {
            ballot = newBallot;
            number = newNumber;
            credit = newCredit;
        }
    }

    /**
     * Writes it into a message to a client, if that has room for it. Answers that name another ballot than that of the
     * leader that told it, and answers to reads that did not go through the log, get none.
     *
     * @param message any.
     */
    public void tell(final Message message) {
        if (message instanceof ReplyBatch answers) {
            final boolean isTold = answers.ballot == ballot && !answers.reads;
            answers.credit = isTold ? credit : Credit.NONE;
            answers.creditNumber = isTold ? number : 0;
        }
    }
}
