package io.fleet.protocol;

import io.fleet.storage.Standing;

/** Whether a node votes in one group (rule S15), as its disk says. */
public interface StandingStore {
    /**
     * How the node stood when it started.
     *
     * @return the standing; {@link Standing#SUSPECT} for a voter that did not stop in good order.
     */
    Standing atStart();

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
     * Whether there is a snapshot of the group: it has a history then, whatever the logs hold.
     *
     * @return whether.
     */
    boolean holdsSnapshot();
}
