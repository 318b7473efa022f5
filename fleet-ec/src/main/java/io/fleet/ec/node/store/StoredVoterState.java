package io.fleet.ec.node.store;

import io.fleet.consensus.store.NodeLives;
import io.fleet.consensus.store.VoterStateStore;
import io.fleet.ec.group.rejoin.VoterRecord;
import io.fleet.storage.Life;
import io.fleet.storage.VoterState;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.IntUnaryOperator;

/**
 * What a node's disk says of one group on it (rules S15, R5): one note for what it said, one for its parts. A node that
 * did not stop in good order is a suspect, in a new life, whose parts may be missing as its votes may. Its votes are
 * repaired apart from its parts, and when it stops in good order only the former are asked for, so the doubt about
 * parts is noted as a loss at once: it outlives any stop until the parts are known to be there.
 */
public final class StoredVoterState implements VoterRecord {
    private static final CoverageMark IN_DOUBT = CoverageMark.named("coded-standing.doubt-about-parts-noted");

    private final VoterStateStore said;
    private final VoterStateStore parts;
    private final NodeLives lives;
    private final VoterState votes;
    private final boolean hasAllParts;
    private final long life;
    private final IntUnaryOperator nodeOf;

    /**
     * Takes down how the node stands at its start.
     *
     * @param said      of votes and decisions.
     * @param parts     of parts.
     * @param lives     of the nodes.
     * @param nodeOf    the node of each member.
     * @param freshLife never used before, by chance: 64 random bits, not 0.
     */
    public StoredVoterState(final VoterStateStore said, final VoterStateStore parts, final NodeLives lives,
                            final IntUnaryOperator nodeOf, final long freshLife) {
        this.lives = lives;
        this.nodeOf = nodeOf;
        this.said = said;
        this.parts = parts;
        votes = said.atStart() == VoterState.NEW && said.holdsSnapshot() ? VoterState.LOST : said.atStart();
        hasAllParts = parts.atStart() == VoterState.VOTER;
        if (parts.atStart() == VoterState.SUSPECT) {
            IN_DOUBT.hit();
            parts.lose();
        }
        life = votes == VoterState.VOTER && hasAllParts ? said.voterId() : freshLife;
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
    public long nodeLife() {
        return lives.life();
    }

    @Override
    public boolean mustClaim() {
        return lives.mustClaim();
    }

    @Override
    public void claim() {
        lives.claim();
    }

    @Override
    public boolean isHeardAs(final int member, final long heard) {
        return lives.isHeardAs(nodeOf.applyAsInt(member), heard);
    }

    @Override
    public int leastNumber(final int member) {
        return lives.durableLeastNumber(nodeOf.applyAsInt(member));
    }

    @Override
    public int heardNumber(final int member) {
        return Life.number(lives.lifeOf(nodeOf.applyAsInt(member)));
    }

    @Override
    public void noteLeastNumber(final int member, final int number) {
        lives.noteLeastNumber(nodeOf.applyAsInt(member), number);
    }

    @Override
    public boolean isDoubted() {
        return lives.isDoubted();
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
