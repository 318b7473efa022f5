package io.fleet.scattered.leader;

import io.fleet.config.Learning;
import io.fleet.consensus.common.EventPace;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.scattered.collector.CollectorChoice;
import io.fleet.scattered.context.GroupContext;
import java.util.concurrent.TimeUnit;

/**
 * When a leader says something although it has nothing to order: a heartbeat, or that more is chosen, to those who were
 * told of no acknowledgements ({@link Learning}). An ORDER with lines says the same, so where one follows soon, as a
 * rule, nothing is said besides.
 */
final class ChosenNotice {
    /** How long the next order is waited for where none is expected soon. */
    static final long DELAY_NS = TimeUnit.MILLISECONDS.toNanos(1);
    /** The longest that one is waited for which is expected soon, as orders have followed each other quickly. */
    static final long LONGEST_DELAY_NS = 3 * DELAY_NS;

    /** How long whoever a collector does not reach waits for the leader to tell it. */
    static final long COLLECTED_DELAY_NS = 5 * DELAY_NS;

    private final GroupContext context;
    private final Learning learning;
    private final CollectorChoice collectors;
    private long told;
    private boolean waits;
    private long sinceNs;
    private long sentNs;
    private final EventPace orders = new EventPace(DELAY_NS, LONGEST_DELAY_NS);

    ChosenNotice(final GroupContext context, final CollectorChoice collectors) {
        this.context = context;
        this.collectors = collectors;
        learning = context.config().learning();
    }

    /** Whom this leader asks to tell acknowledgements to all. */
    CollectorChoice collectors() {
        return collectors;
    }

    /** Everyone was told up to where all is chosen. */
    void onSent(final long chosen, final long nowNs) {
        told = chosen;
        waits = false;
        sentNs = nowNs;
        collectors.onSaid();
    }

    /** An order with lines is sent. One that another member passes on does not tell all that this node lives. */
    void onOrdered(final long chosen, final boolean isDirect, final long nowNs) {
        orders.onEvent(nowNs);
        if (isDirect) {
            onSent(chosen, nowNs);
        } else {
            told = chosen;
            waits = false;
        }
    }

    /** When everyone was told something last. */
    long sentNs() {
        return sentNs;
    }

    /** Whether something is to be told soon. */
    boolean isWaiting() {
        return waits;
    }

    /**
     * Whether a message without lines is due, when everything up to an LSN may be told as chosen.
     *
     * @param heartbeatNs how often something is said in any case.
     */
    boolean isDue(final long chosen, final long heartbeatNs, final long nowNs) {
        if (chosen > told && !waits) {
            waits = true;
            sinceNs = nowNs;
        }
        return collectors.isNews() || nowNs - sentNs >= heartbeatNs || waits && isToldNow(nowNs);
    }

    private boolean isToldNow(final long nowNs) {
        return !context.membership().isAlone() && switch (learning) {
            case EVERYONE -> false;
            case LEADER -> true;
            case ADAPTIVE -> isLongAgo(nowNs);
            case COLLECTOR, AGGREGATOR -> collectors.node() == Ack.NOBODY ? isLongAgo(nowNs)
                : nowNs - sinceNs >= COLLECTED_DELAY_NS;
        };
    }

    private boolean isLongAgo(final long nowNs) {
        return nowNs - sinceNs >= orders.patienceNs();
    }
}
