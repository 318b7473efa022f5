package io.fleet.ec.group;

import io.fleet.ec.group.rejoin.VoterRecord;
import io.fleet.storage.VoterState;

/** A node that has lost nothing, or what a test says; what it notes is durable at once. */
final class SoundStanding implements VoterRecord {
    /** What it is now; what it was at the start is told. */
    VoterState votes = VoterState.VOTER;
    private VoterState before;
    boolean hasAllParts = true;
    boolean isDurable = true;
    /** Whether no part is missing although some may be. */
    boolean isDoubtUnfounded;
    /** The life of the process that others know of; none that counts, until it is claimed, where it must be. */
    long nodeLife;
    boolean mustClaim;
    /** In lives of which numbers members are listened to. */
    final int[] heard = new int[8];
    /** What was told of the least numbers of members. */
    final int[] least = new int[8];
    private final long life;

    SoundStanding(final long life) {
        this.life = life;
    }

    @Override
    public VoterState votes() {
        return before == null ? votes : before;
    }

    /** The node starts on it. */
    void start() {
        before = null;
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
        return nodeLife;
    }

    @Override
    public boolean mustClaim() {
        return mustClaim;
    }

    @Override
    public void claim() {
        mustClaim = false;
        nodeLife++;
    }

    @Override
    public boolean isHeardAs(final int member, final long heard) {
        return mustClaim || heard == nodeLife;
    }

    @Override
    public int heardNumber(final int member) {
        return heard[member];
    }

    @Override
    public void noteLeastNumber(final int member, final int number) {
        least[member] = number;
    }

    @Override
    public void becomeVoter() {
        before = votes();
        votes = VoterState.VOTER;
    }

    @Override
    public boolean isVoterDurable() {
        return isDurable && votes == VoterState.VOTER;
    }

    @Override
    public void partsRebuilt() {
        hasAllParts = true;
    }

    @Override
    public boolean arePartsDurablyNoted() {
        return isDurable && hasAllParts;
    }
}
