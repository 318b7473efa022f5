package io.fleet.node.status;

import io.fleet.consensus.common.Role;
import io.fleet.storage.VoterState;
import java.lang.invoke.VarHandle;

/**
 * The latest {@link GroupStatus} of a group: written by the node's thread without an allocation, made into an object
 * by whoever asks. A reader that meets a change in the middle looks again; the writer never waits.
 */
public final class StatusBoard {
    private final int groupId;
    /** Odd while a change is being written. */
    private volatile long version;
    private Role role;
    private long ballot;
    private int leader;
    private long ordered;
    private long chosen;
    private long applied;
    private long durable;
    private int sessions;
    private int timers;
    private VoterState standing;
    private long repairTarget;
    private String refusal;

    public StatusBoard(final int groupId) {
        this.groupId = groupId;
    }

    /** Begins a change; the node's thread. What is set before {@link #end()} becomes visible as one. */
    public StatusBoard begin() {
        version++;
        VarHandle.releaseFence();
        return this;
    }

    public StatusBoard leadership(final Role newRole, final long newBallot, final int newLeader) {
        role = newRole;
        ballot = newBallot;
        leader = newLeader;
        return this;
    }

    public StatusBoard progress(final long newOrdered, final long newChosen, final long newApplied,
                                final long newDurable) {
        ordered = newOrdered;
        chosen = newChosen;
        applied = newApplied;
        durable = newDurable;
        return this;
    }

    public StatusBoard state(final int newSessions, final int newTimers) {
        sessions = newSessions;
        timers = newTimers;
        return this;
    }

    public StatusBoard standing(final VoterState newStanding, final long newRepairTarget, final String newRefusal) {
        standing = newStanding;
        repairTarget = newRepairTarget;
        refusal = newRefusal;
        return this;
    }

    public void end() {
        version++;
    }

    /** The status as of the last change. Any thread. */
    public GroupStatus read() {
        while (true) {
            final long before = version;
            final GroupStatus status =
                new GroupStatus(groupId, role, ballot, leader, ordered, chosen, applied, durable, sessions, timers,
                    standing, repairTarget, refusal);
            VarHandle.acquireFence();
            if ((before & 1) == 0 && version == before) {
                return status;
            }
            Thread.onSpinWait();
        }
    }
}
