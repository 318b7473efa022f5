package io.fleet.scattered.leader;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.flow.Credit;
import io.fleet.consensus.flow.FlowControl;
import io.fleet.consensus.message.replication.Order;
import java.util.concurrent.TimeUnit;

/**
 * How much each client may have without an answer, as a leader makes it of what it measures: one number for all, so
 * that who needs less leaves the rest to the others (max-min). It measures one entry after the other, from when its
 * body was here to when it is applied here, and for how long the one that is measured, or one that has no LSN yet, has
 * waited; and it hears from each client how much that wants (see {@link FlowControl}).
 *
 * <p>Safety does not need it: a client that has more than its credit waits longer, and others with it. Pure; allocates
 * nothing.
 */
final class CreditControl {
    private final FlowControl flow;
    private boolean isMeasured;
    /** The entry that is measured; 0 while it has none, as is so of the first body that came after the last one. */
    private long lsn;
    private long sinceNs;

    CreditControl(final GroupConfig config) {
        flow = new FlowControl(config);
        begin(0);
    }

    /** A ballot begins: nothing is known. */
    void begin(final long nowNs) {
        flow.begin(nowNs);
        isMeasured = false;
        lsn = 0;
    }

    /** A body is here that is to have an LSN; a client says how much it wants. */
    void onBody(final int wanted, final long nowNs) {
        flow.onWanted(wanted);
        if (!isMeasured) {
            isMeasured = true;
            sinceNs = nowNs;
        }
    }

    /** What waited for an LSN is gone. */
    void onGone() {
        isMeasured = lsn != 0;
    }

    /** An entry is given an LSN; its body has been here since. */
    void onOrdered(final long newLsn, final long bodyNs) {
        if (lsn == 0) {
            isMeasured = true;
            lsn = newLsn;
            sinceNs = bodyNs;
        }
    }

    /** Looks at what is applied, and at times makes a new number of it. */
    void doWork(final long applied, final long nowNs) {
        if (lsn != 0 && applied >= lsn) {
            flow.onTook(nowNs - sinceNs);
            isMeasured = false;
            lsn = 0;
        }
        flow.doWork(nowNs, isMeasured ? nowNs - sinceNs : 0);
    }

    /** Tells all who hear of orders; a leader that bounds nobody tells none. */
    void tell(final Order message) {
        message.creditNumber = flow.number();
        message.credit = credit();
    }

    /** What each client may have without an answer; 0 where there is no bound. */
    int credit() {
        return flow.credit() == Credit.UNBOUNDED ? 0 : flow.credit();
    }

    /** How long entries took lately, in microseconds; 0 where none was measured. */
    long micros() {
        return TimeUnit.NANOSECONDS.toMicros(flow.meanNs());
    }
}
