package io.fleet.node;

import io.fleet.storage.coverage.CoverageMark;

/**
 * Whether a group has its turn in a duty cycle. One of several groups at which nothing is under way has it now and
 * then only: what comes round by time there may be late by that. So a thousand groups at rest do not hold up one that
 * works, and cost little.
 */
final class GroupTurn {
    /** The longest that a group at rest waits for its turn. */
    static final long LONGEST_NS = 25_000_000;
    private static final CoverageMark RESTS = CoverageMark.named("group-turn.rests");
    private static final CoverageMark WOKEN = CoverageMark.named("group-turn.woken");

    private final boolean mayRest;
    private final long restNs;
    private boolean rests;
    private boolean isTaken;
    private boolean wasBusy;
    private long sinceNs;

    /**
     * Begins with a turn in each cycle.
     *
     * @param mayRest     whether the node has several groups.
     * @param heartbeatNs how often the group's leader says that it lives.
     */
    GroupTurn(final boolean mayRest, final long heartbeatNs) {
        this.mayRest = mayRest;
        restNs = Math.min(LONGEST_NS, heartbeatNs / 2);
    }

    /** Whether it has its turn in the duty cycle that begins; a group that somebody waits for has. */
    boolean take(final boolean isAwaited, final long nowNs) {
        isTaken = !rests || isAwaited || nowNs - sinceNs >= restNs;
        return isTaken;
    }

    /** Whether it has its turn in this duty cycle. */
    boolean isTaken() {
        return isTaken;
    }

    /** Whether it has a turn only now and then. */
    boolean isResting() {
        return rests;
    }

    /** Something came for it. */
    void wake() {
        if (rests) {
            WOKEN.hit();
            rests = false;
        }
    }

    /** The first part of its turn got so much done, which is returned. */
    int began(final int work) {
        wasBusy = work != 0;
        return work;
    }

    /** It had its turn. */
    void had(final boolean isAtRest, final long nowNs) {
        if (mayRest && isAtRest && !wasBusy) {
            RESTS.hit();
            rests = true;
            sinceNs = nowNs;
        } else {
            rests = false;
        }
    }
}
