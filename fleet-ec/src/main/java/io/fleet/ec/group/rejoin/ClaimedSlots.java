package io.fleet.ec.group.rejoin;

import io.fleet.ec.consensus.Quorums;
import java.util.Arrays;

/**
 * What to believe of the slots that other members name, where one may name any (rule S15). For each slot t that is
 * decided {@link Quorums#proposers()} nodes have proposed, durably. Those of the n - 1 others that have answered share
 * at least {@link #count} nodes with these, and each of them names t or more; so as many of the highest answers are t
 * or more. What lies more than {@link #SLACK} windows above the lowest of these is not believed: it is wrong, or of
 * slots that were opened later.
 */
final class ClaimedSlots {
    /** How far above what must be named the highest answer counts, in windows: honest ones are seldom further apart. */
    static final int SLACK = 2;

    private final Quorums quorums;
    private final int window;
    private final long[] named;
    private int answers;

    ClaimedSlots(final Quorums quorums, final int window) {
        this.quorums = quorums;
        this.window = window;
        named = new long[quorums.nodes()];
    }

    void clear() {
        answers = 0;
    }

    /** Another member has named a slot. */
    void add(final long slot) {
        named[answers++] = slot;
    }

    /** How many of those that answered have proposed for any slot that is decided; perhaps none of fewer than n - f. */
    int count() {
        return answers + quorums.proposers() - quorums.nodes();
    }

    /** What is believed: no less than the last slot that is decided, while no answer is too low. */
    long believed() {
        Arrays.sort(named, 0, answers);
        final long highest = answers == 0 ? 0 : named[answers - 1];
        final int witnesses = Math.max(1, count());
        return answers < witnesses ? highest
            : Math.min(highest, Math.addExact(named[answers - witnesses], (long) SLACK * window));
    }
}
