package io.fleet.consensus.store;

import io.fleet.storage.Life;

/**
 * In which life each node is listened to, and in which it counts (rule S15): the same for all groups of a node. Belongs
 * to the node's thread.
 */
public interface NodeLives {
    /** {@link #heardNs} of a node of which nothing can be said. */
    long UNHEARD = Long.MIN_VALUE;

    /**
     * In which life this process is, as all its packets say ({@link io.fleet.storage.Life}).
     *
     * @return the life; 0, by default, where nobody tells lives apart.
     */
    default long life() {
        return 0;
    }

    /**
     * The life in which this node listens to another one.
     *
     * @param node the other one.
     * @return its life; 0, by default, where none is known that counts.
     */
    default long lifeOf(final int node) {
        return 0;
    }

    /**
     * The number of the life in which this node counts another one. It is that of {@link #lifeOf}, or a higher one that
     * a voter which is heard lately listens to: then what this node hears of the other one does not count.
     *
     * @param node the other one.
     * @return the number; by default that of {@link #lifeOf}.
     */
    default int countedNumber(final int node) {
        return Life.number(lifeOf(node));
    }

    /**
     * Changes whenever {@link #life}, {@link #lifeOf} or {@link #countedNumber} of any node may have changed.
     *
     * @return a number; by default always 0.
     */
    default int version() {
        return 0;
    }

    /**
     * Whether this node has several groups, so that those which are quiet let it say for them that they live.
     *
     * @return whether; false by default.
     */
    default boolean speaksForGroups() {
        return false;
    }

    /**
     * When a node was heard last, in the life in which it is listened to, in whatever matter.
     *
     * @param node the other one, 0 or more.
     * @return of the clock of duty cycles; {@link #UNHEARD}, by default, where it was not heard yet.
     */
    default long heardNs(final int node) {
        return UNHEARD;
    }

    /**
     * Whether any process with the id of a node has spoken lately: one that has lost its disk is in no life in which it
     * is listened to, and waits to be told whose member it is.
     *
     * @param node the other one, 0 or more.
     * @param nowNs the time.
     * @return whether; false by default.
     */
    default boolean isHeard(final int node, final long nowNs) {
        return false;
    }

    /**
     * Whether {@link #lifeOf} of another node is durable, so that it may be told (S2).
     *
     * @param node the other one.
     * @return whether; true by default.
     */
    default boolean isDurable(final int node) {
        return true;
    }

    /**
     * The least number of a life in which another node counts (S15): the one in which it is listened to, or a higher
     * one that was told by those who repaired this node. What is heard of it in a life below that is heard, but counts
     * for nothing.
     *
     * @param node the other one.
     * @return the number; by default that of {@link #lifeOf}.
     */
    default int leastNumber(final int node) {
        return Life.number(lifeOf(node));
    }

    /**
     * {@link #leastNumber}, as far as it is durable, so that it may be told (S2).
     *
     * @param node the other one.
     * @return the number; by default {@link #leastNumber}.
     */
    default int durableLeastNumber(final int node) {
        return leastNumber(node);
    }

    /**
     * Those who repair this node do not count another one in a life of a lower number. Durable not later than what is
     * staged after it. Does nothing by default.
     *
     * @param node   the other one.
     * @param number the number.
     */
    default void noteLeastNumber(final int node, final int number) {
    }

    /**
     * Tells one node in which life this one listens to another, or is itself. Does nothing by default.
     *
     * @param receiver who is told.
     * @param node     of whom.
     */
    default void tellOne(final int receiver, final int node) {
    }

    /**
     * Whether the node must {@link #claim} before it becomes a voter: it holds nothing yet that counts, so others may
     * still listen to a former life of it.
     *
     * @return whether; false by default.
     */
    default boolean mustClaim() {
        return false;
    }

    /**
     * Begins a life above all that others were heard to know. What they have answered before does not count any more:
     * they listened to another one then. Does nothing by default.
     */
    default void claim() {
    }

    /**
     * Whether an answer of another node counts.
     *
     * @param node who has answered.
     * @param life the life in which that node listens to this one; 0 where it knows of none that counts.
     * @return whether it is the present one, or this node has claimed none yet; true by default.
     */
    default boolean isHeardAs(final int node, final long life) {
        return true;
    }

    /**
     * Whether another voter may listen to a copy of this node: it does not count meanwhile.
     *
     * @return whether; false by default.
     */
    default boolean isDoubted() {
        return false;
    }
}
