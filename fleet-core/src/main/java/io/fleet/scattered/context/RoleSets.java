package io.fleet.scattered.context;

import io.fleet.consensus.membership.Configuration;

/** What the members of one configuration are for (G1), as sets of slots. Immutable. */
public final class RoleSets {
    private final long voters;
    private final long counting;
    private final long observers;
    private final long witnesses;
    private final Configuration configuration;

    RoleSets(final Configuration configuration) {
        this.configuration = configuration;
        voters = configuration.voters();
        counting = configuration.counting();
        observers = configuration.observers();
        witnesses = configuration.witnesses();
    }

    /** Those that count in quorums. */
    long voters() {
        return voters;
    }

    /** Whether a member gets everything, and is not to vote. */
    public boolean isObserver(final int slot) {
        return isIn(observers, slot);
    }

    /** Whether a member persists and is to vote, and executes nothing. */
    public boolean isWitness(final int slot) {
        return isIn(witnesses, slot);
    }

    /** Whether a member votes and executes: it may lead, reply, and hold a lease, and it is a copy of the state (G12).
     */
    public boolean isFull(final int slot) {
        return isIn(voters & ~witnesses, slot);
    }

    /** Of some members those that are copies of the state. */
    public long copies(final long members) {
        return members & ~witnesses;
    }

    /** Whether what some members hold is safe from as many losses as the group can bear. */
    public boolean isCopied(final long holders) {
        return configuration.isCopied(holders);
    }

    /** Those that vote and are in quorums. */
    public long counting() {
        return counting;
    }

    /** Whether witnesses write a part of all entries, and only full members write each. */
    public boolean isPartlyWritten() {
        return hasWitnesses() && configuration.quorumSystem().parts() > 1;
    }

    /** Those that vote and execute. */
    public long full() {
        return voters & ~witnesses;
    }

    /** Whether there are members that execute nothing. */
    public boolean hasWitnesses() {
        return witnesses != 0;
    }

    private static boolean isIn(final long set, final int slot) {
        return slot >= 0 && (set >>> slot & 1) != 0;
    }
}
