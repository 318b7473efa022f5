package io.fleet.ec.group.rejoin;

import io.fleet.storage.VoterState;

/**
 * What this node has lost of a coded group, as its disk says (rules S15, R5). Whoever opens the stores finds out what
 * is missing or damaged, and notes that durably before empty stores take its place.
 */
public interface VoterRecord {
    /**
     * Whether all votes and decisions that were ever durable here are there, at the start.
     *
     * @return {@link VoterState#VOTER} when they are; {@link VoterState#LOST} when some are not; {@link
     * VoterState#SUSPECT}
     *     when what the disk had confirmed last may be missing; {@link VoterState#NEW} when there is no trace of any,
     * nor
     *     of a note.
     */
    VoterState votes();

    /**
     * Whether all parts that were ever durable here, and not forgotten, are there, at the start.
     *
     * @return whether; false too when nothing is known.
     */
    boolean hasAllParts();

    /**
     * Names the life of this node: another one after each time that it lost something, so that what it said before is
     * not taken for what it says now.
     *
     * @return the id, not 0: the durable one when nothing is lost; otherwise a new one, never used before, which
     *     becomes durable with {@link #becomeVoter} or {@link #partsRebuilt}.
     */
    long life();

    /**
     * In which life the process is, as all its packets say ({@link io.fleet.storage.Life}).
     *
     * @return the life; 0, by default, where nobody tells lives apart.
     */
    default long nodeLife() {
        return 0;
    }

    /**
     * Whether the node must {@link #claim} before it counts for anything: others may still listen to a former life.
     *
     * @return whether; false by default.
     */
    default boolean mustClaim() {
        return false;
    }

    /**
     * The least number of a life in which this node counts a member, as far as it is durable; of itself its own.
     *
     * @param member which.
     * @return the number; 0, by default, where nobody tells lives apart.
     */
    default int leastNumber(final int member) {
        return 0;
    }

    /**
     * The number of the life in which this node listens to another member.
     *
     * @param member which.
     * @return the number; 0, by default, where nobody tells lives apart.
     */
    default int heardNumber(final int member) {
        return 0;
    }

    /**
     * Those who repair this node do not count another member in a life of a lower number; durable not later than what
     * is noted after it. Does nothing by default.
     *
     * @param member which.
     * @param number the number.
     */
    default void noteLeastNumber(final int member, final int number) {
    }

    /** Begins a life above all that others were heard to know. Does nothing by default. */
    default void claim() {
    }

    /**
     * Whether an answer of another member counts.
     *
     * @param member who has answered.
     * @param life   the life in which that member listens to this node; 0 where it knows of none that counts.
     * @return whether it is the present one, or this node has claimed none yet; true by default.
     */
    default boolean isHeardAs(final int member, final long life) {
        return true;
    }

    /**
     * Whether another member may listen to a copy of this node: it says nothing meanwhile.
     *
     * @return whether; false by default.
     */
    default boolean isDoubted() {
        return false;
    }

    /** Makes the node one that votes; durable later. All that it must have learned as one is durable. */
    void becomeVoter();

    /** Whether it is durable that the node votes. */
    boolean isVoterDurable();

    /** Notes that all parts are there again; durable later. */
    void partsRebuilt();

    /** Whether it is durable that all parts are there. */
    boolean arePartsDurablyNoted();
}
