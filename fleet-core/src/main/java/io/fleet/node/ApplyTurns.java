package io.fleet.node;

import io.fleet.replica.Replica;
import io.fleet.replica.UserCode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of a node's duty cycle in which groups apply: each in turn, the first in a cycle being the one at which the
 * last cycle ended. Between two pieces the protocol of all groups is at rest, so that a piece may be left to another
 * thread, and the next cycle begun. Knows for other threads, too, at what group the node's thread is.
 */
public final class ApplyTurns {
    private static final int NONE = -1;

    private final GroupHost[] groups;
    private final AtomicInteger at = new AtomicInteger(NONE);
    private final AtomicLong cycleNs = new AtomicLong();
    private int turn;
    private int left;

    ApplyTurns(final GroupHost[] groups) {
        this.groups = groups;
    }

    /** A duty cycle begins. */
    void onCycle(final long nowNs) {
        cycleNs.lazySet(nowNs);
        at.lazySet(NONE);
    }

    /** When the last duty cycle began. Any thread. */
    long cycleNs() {
        return cycleNs.get();
    }

    /** The group that the node's thread is at, to be told by others as well; -1 for none. */
    AtomicInteger at() {
        return at;
    }

    void at(final GroupHost group) {
        at.lazySet(group == null ? NONE : group.groupId());
    }

    /** The groups have done what belongs to the protocol, and apply now, where they may. */
    void begin(final boolean mayApply) {
        left = mayApply ? groups.length : 0;
    }

    /** Applies all that may be in this cycle, by the caller's thread; how much. */
    int applyAll() {
        int work = 0;
        for (UserCode next = next(); next != null; next = next()) {
            next.run();
            work += next.finish();
        }
        return work;
    }

    /**
     * What is to be applied next, of any group. By who has the node's duty, between {@link NodeCore#begin} and {@link
     * NodeCore#end}.
     *
     * @return to be run, and then finished or left; null where there is no more in this cycle.
     */
    public UserCode next() {
        while (left > 0) {
            final GroupHost group = groups[turn];
            at(group);
            final Replica replica = group.applying();
            final UserCode next = replica == null ? null : replica.next();
            if (next != null) {
                return next;
            }
            pass();
        }
        return null;
    }

    /** The groups have applied what they may in this cycle. */
    void end() {
        if (left > 0) {
            pass();
        }
        left = 0;
    }

    private void pass() {
        turn = turn + 1 == groups.length ? 0 : turn + 1;
        left--;
    }
}
