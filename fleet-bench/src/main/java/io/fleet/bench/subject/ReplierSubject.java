package io.fleet.bench.subject;

import io.fleet.config.GroupConfig;
import io.fleet.config.ReplierPolicy;
import io.fleet.scattered.leader.ReplierQueues;
import java.util.SplittableRandom;

/** The queues of three repliers, of which some are a little behind. */
public final class ReplierSubject {
    private static final int LAG = 16;

    private final ReplierQueues queues;
    private long lsn;

    /**
     * Makes empty queues.
     *
     * @param policy how repliers are chosen.
     */
    public ReplierSubject(final ReplierPolicy policy) {
        queues = new ReplierQueues(
            Subjects.context(GroupConfig.scattered().withReplierPolicy(policy), new Subjects.Untouched()),
            new SplittableRandom(1));
        queues.reset(0);
        for (int member = 0; member < Subjects.MEMBERS; member++) {
            queues.onApplied(member, 0, 0);
        }
    }

    /**
     * The replier of the next entry is chosen, and one member, each in turn, tells how far it has applied.
     *
     * @return the node that replies.
     */
    public int assign() {
        lsn++;
        final int node = queues.choose(lsn, 0);
        if (node == ReplierQueues.ALL_FULL) {
            throw new IllegalStateException("every queue is full at LSN " + lsn);
        }
        queues.onApplied((int) (lsn % Subjects.MEMBERS), lsn - LAG, 0);
        return node;
    }
}
