package io.fleet.ec.storage;

import io.fleet.ec.group.GroupStanding;
import io.fleet.storage.VoterState;
import io.fleet.storage.meta.MetaStore;

/**
 * What a node has lost of one coded group, in the meta store: its votes under the group's own id, its parts under
 * another id, {@link #partsOf}.
 */
public final class MetaStanding implements GroupStanding {
    private final int groupId;
    private final MetaStore meta;
    private final VoterState votes;
    private final boolean hasAllParts;
    private final long life;

    /**
     * Takes down how the node stands at its start. What was found missing or damaged is noted by then.
     *
     * @param groupId   the group.
     * @param meta      not owned.
     * @param freshLife never used before, by chance: 64 random bits, not 0.
     */
    public MetaStanding(final int groupId, final MetaStore meta, final long freshLife) {
        this.groupId = groupId;
        this.meta = meta;
        votes = meta.durableStanding(groupId);
        hasAllParts = meta.durableStanding(partsOf(groupId)) == VoterState.VOTER;
        life = votes == VoterState.VOTER && hasAllParts ? meta.voterId() : freshLife;
    }

    /**
     * Under which id the meta store says whether the parts of a group are whole.
     *
     * @param groupId the group, at least 0.
     * @return an id below 0, which no group has.
     */
    public static int partsOf(final int groupId) {
        return ~groupId;
    }

    @Override
    public VoterState votes() {
        return votes;
    }

    @Override
    public boolean hasAllParts() {
        return hasAllParts;
    }

    @Override
    public long life() {
        return life;
    }

    @Override
    public void becomeVoter() {
        meta.becomeVoter(groupId, life);
    }

    @Override
    public boolean isVoterDurable() {
        return meta.isVoterDurable(groupId);
    }

    @Override
    public void partsRebuilt() {
        meta.becomeVoter(partsOf(groupId), life);
    }

    @Override
    public boolean arePartsDurablyNoted() {
        return meta.isVoterDurable(partsOf(groupId));
    }
}
