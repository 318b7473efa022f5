package io.fleet.scattered.leader;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.flow.FlowControl;
import io.fleet.consensus.message.replication.Order;

/**
 * How much each client may have without an answer, as a leader makes it of what it measures: one number for all, so
 * that who needs less leaves the rest to the others (max-min). It measures one entry after the other, from when its
 * body was here to when it is applied here, and hears from each client how much that has in flight (see {@link
 * FlowControl}).
 *
 * <p>Safety does not need it: a client that has more than its credit waits longer, and others with it. Pure; allocates
 * nothing.
 */
final class CreditControl {
    private final FlowControl flow;
    /** The entry that is measured; 0 for none. */
    private long lsn;
    private long sinceNs;

    CreditControl(final GroupConfig config) {
        flow = new FlowControl(config);
    }

    /** A ballot begins: nothing is known. */
    void begin(final long nowNs) {
        flow.begin(nowNs);
        lsn = 0;
    }

    /** A client says how much it has in flight. */
    void onWanted(final int inFlight) {
        flow.onWanted(inFlight);
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
        if (lsn != 0 && applied >= lsn) {
            flow.onTook(nowNs - sinceNs);
            lsn = 0;
        }
        flow.doWork(nowNs);
    }

    /** Tells all who hear of orders. */
    void tell(final Order message) {
        message.credit = flow.credit();
        message.creditNumber = flow.number();
    }

    /** What each client may have without an answer; {@link Credit#UNBOUNDED} where there is no bound. */
    int credit() {
        return flow.credit();
    }
}
