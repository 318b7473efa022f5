package io.fleet.consensus.store;

import io.fleet.storage.VoterState;

/** Whether a node votes in one group (rule S15), as its disk says. */
public interface VoterStateStore {
    /**
     * How the node stood when it started.
     *
     * @return the standing; {@link VoterState#SUSPECT} for a voter that did not stop in good order.
     */
    VoterState atStart();

    /**
     * Makes the node a voter; durable later. All that it must hold as one is durable.
     *
     * @param voterId names its life as a voter from now on; never used before.
     */
    void becomeVoter(long voterId);

    /** Makes the node one that has lost what it said in the group; durable later. */
    void lose();

    /**
     * Names the life of this node as a voter: another one after each time that it lost its state, or may have.
     *
     * @return the id that is durable.
     */
    long voterId();

    /**
     * Whether it is durable that the node votes, and under which id.
     *
     * @return whether; false while what {@link #becomeVoter} staged last is not durable.
     */
    boolean isVoterDurable();

    /**
     * Notes that a ballot was settled in the configuration that this node acts on (S14): durable later, and not later
     * than what is staged after it.
     *
     * @param ballot the ballot; one that is not higher than those before changes nothing.
     */
    void noteSettled(long ballot);

    /**
     * The highest ballot of {@link #noteSettled}, as far as it is durable.
     *
     * @return the ballot; 0 where none is known.
     */
    long durableSettled();

    /** Whether there is a snapshot of the group: it has a history then, whatever the logs hold. */
    boolean holdsSnapshot();

    /**
     * Whether this node has drawn the birth id of its cluster in this run, after it has listened for one that exists:
     * then no group has a history.
     *
     * @return whether; false by default.
     */
    default boolean isSetUpNow() {
        return false;
    }
}
