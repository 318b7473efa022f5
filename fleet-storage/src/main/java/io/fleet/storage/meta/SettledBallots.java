package io.fleet.storage.meta;

import java.util.HashMap;
import java.util.Map;

/**
 * By group the highest ballot that was settled: its leader had found no configuration that follows the one in which it
 * was elected (rule S14). A node that has answered one that is repaired says so to each later candidate (rule S15).
 * Owned by its {@link MetaStore}, and used by the same thread; at most {@link MetaStore#MAX_GROUPS} ballots.
 */
public final class SettledBallots {
    private final Map<Integer, Long> ballots;
    private final Runnable staged;
    private Map<Integer, Long> durable;

    SettledBallots(final Map<Integer, Long> durable, final Runnable staged) {
        this.durable = durable;
        this.staged = staged;
        ballots = new HashMap<>(durable);
    }

    /**
     * The ballot, as far as it is durable.
     *
     * @param groupId of the group.
     * @return the ballot; 0 where none is known.
     */
    public long durableOf(final int groupId) {
        return durable.getOrDefault(groupId, 0L);
    }

    /**
     * Stages that a ballot was settled; a lower one than before changes nothing.
     *
     * @param groupId of a group that has promised something, or in which the node votes.
     * @param ballot  the ballot; 0 for none.
     */
    public void note(final int groupId, final long ballot) {
        if (ballot < 0) {
            throw new IllegalArgumentException("ballot is " + ballot + ", but must not be below 0");
        }
        if (ballot > ballots.getOrDefault(groupId, 0L)) {
            ballots.put(groupId, ballot);
            staged.run();
        }
    }

    /** Whether ballots say of a group more than those that are durable. */
    boolean isNew(final int groupId, final Map<Integer, Long> newDurable) {
        return !newDurable.getOrDefault(groupId, 0L).equals(durable.getOrDefault(groupId, 0L));
    }

    void durable(final Map<Integer, Long> newDurable) {
        durable = newDurable;
    }

    void fill(final Map<Integer, Long> target) {
        target.putAll(ballots);
    }
}
