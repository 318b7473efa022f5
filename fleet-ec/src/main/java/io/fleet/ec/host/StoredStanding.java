package io.fleet.ec.host;

import io.fleet.ec.group.GroupStanding;
import io.fleet.protocol.StandingStore;
import io.fleet.storage.Standing;

/**
 * What a node's disk says of one group on it (rules S15, R5): one note for what it said, one for its parts. A node that
 * did not stop in good order is taken at its disk's word: what a flush has confirmed is there.
 */
final class StoredStanding implements GroupStanding {
    private final StandingStore said;
    private final StandingStore parts;
    private final Standing votes;
    private final boolean hasAllParts;
    private final long life;

    /**
     * Takes down how the node stands at its start.
     *
     * @param said      of steps and decisions.
     * @param parts     of parts.
     * @param freshLife never used before, by chance: 64 random bits, not 0.
     */
    StoredStanding(final StandingStore said, final StandingStore parts, final long freshLife) {
        this.said = said;
        this.parts = parts;
        votes = said.atStart() == Standing.SUSPECT ? Standing.VOTER : said.atStart();
        hasAllParts = parts.atStart() == Standing.VOTER || parts.atStart() == Standing.SUSPECT;
        life = votes == Standing.VOTER && hasAllParts ? said.voterId() : freshLife;
    }

    @Override
    public Standing votes() {
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
        said.becomeVoter(life);
    }

    @Override
    public boolean isVoterDurable() {
        return said.isVoterDurable();
    }

    @Override
    public void partsRebuilt() {
        parts.becomeVoter(life);
    }

    @Override
    public boolean arePartsDurablyNoted() {
        return parts.isVoterDurable();
    }
}
