package io.fleet.scattered;

import io.fleet.consensus.store.NodeLives;
import io.fleet.consensus.store.VoterStateStore;
import io.fleet.fixture.message.Entries;
import io.fleet.storage.Life;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A standing whose test says when it becomes durable. */
public final class FakeStanding implements VoterStateStore, NodeLives {
    private boolean claims;
    private long life;
    private long highest;
    VoterState atStart;
    public boolean snapshot;
    public boolean setUpNow = true;
    private boolean durable;
    private boolean staged;
    private long voterId = Entries.VOTER_ID;
    private long stagedVoterId = Entries.VOTER_ID;
    private final Map<Integer, Long> lives = new HashMap<>();
    private long own;
    public boolean isLifeDurable = true;
    boolean isDoubted;
    /** Whether the node has other groups, too. */
    public boolean hasOthers;
    private final Map<Integer, Long> heardNs = new HashMap<>();
    private final Map<Integer, Long> spokenNs = new HashMap<>();
    /** Who was told of whom. */
    public final List<String> told = new ArrayList<>();

    FakeStanding() {
        this(VoterState.VOTER);
    }

    public FakeStanding(final VoterState atStart) {
        this.atStart = atStart;
        durable = atStart == VoterState.VOTER || atStart == VoterState.SUSPECT;
        staged = durable;
    }

    @Override
    public VoterState atStart() {
        return atStart;
    }

    @Override
    public void becomeVoter(final long newVoterId) {
        staged = true;
        stagedVoterId = newVoterId;
    }

    @Override
    public void lose() {
        staged = false;
        atStart = VoterState.LOST;
    }

    @Override
    public boolean isVoterDurable() {
        return durable && voterId == stagedVoterId;
    }

    @Override
    public long voterId() {
        return voterId;
    }

    /** The node has nothing that counts, and others may know it in a life with this number. */
    public void unclaimed(final long known) {
        claims = true;
        life = 0;
        highest = known;
    }

    @Override
    public long life() {
        return own == 0 ? life : own;
    }

    @Override
    public long lifeOf(final int node) {
        return lives.getOrDefault(node, 100L + node);
    }

    /** Neither this node nor another one tells lives apart. */
    public void tellsNoLivesApart(final int... nodes) {
        for (final int node : nodes) {
            lives.put(node, 0L);
        }
    }

    /** This node is in a life with a number. */
    public void number(final int number) {
        own = Life.of(number, 1, 1);
    }

    /** Another node is listened to in a life with a number. */
    public void knows(final int node, final int number) {
        lives.put(node, Life.of(number, 1, 1));
    }

    @Override
    public boolean speaksForGroups() {
        return hasOthers;
    }

    @Override
    public long heardNs(final int node) {
        return heardNs.getOrDefault(node, UNHEARD);
    }

    @Override
    public boolean isHeard(final int node, final long nowNs) {
        return heardNs.containsKey(node) && nowNs - heardNs.get(node) < 1_000_000_000
            || spokenNs.containsKey(node) && nowNs - spokenNs.get(node) < 1_000_000_000;
    }

    /** A process that has another node's id said something, in a life in which that is not listened to. */
    public void speaks(final int node, final long atNs) {
        spokenNs.put(node, atNs);
    }

    /** Another node was heard in whatever matter. */
    public void hears(final int node, final long atNs) {
        heardNs.put(node, atNs);
    }

    /** What those who repair this node have told of the least numbers of others. */
    public final Map<Integer, Integer> least = new HashMap<>();

    @Override
    public int leastNumber(final int node) {
        return Math.max(Life.number(lifeOf(node)), least.getOrDefault(node, 0));
    }

    @Override
    public void noteLeastNumber(final int node, final int number) {
        least.merge(node, number, Math::max);
    }

    private long settled;
    private long durableSettled;

    @Override
    public void noteSettled(final long ballot) {
        settled = Math.max(settled, ballot);
    }

    @Override
    public long durableSettled() {
        return durableSettled;
    }

    @Override
    public boolean isDoubted() {
        return isDoubted;
    }

    @Override
    public boolean isDurable(final int node) {
        return isLifeDurable;
    }

    @Override
    public void tellOne(final int receiver, final int node) {
        told.add(receiver + " of " + node);
    }

    @Override
    public boolean mustClaim() {
        return claims && life == 0;
    }

    @Override
    public void claim() {
        life = highest + 1;
    }

    @Override
    public boolean isHeardAs(final int node, final long heard) {
        highest = Math.max(highest, heard);
        return !claims || life == 0 || heard == life;
    }

    @Override
    public boolean isSetUpNow() {
        return setUpNow;
    }

    @Override
    public boolean holdsSnapshot() {
        return snapshot;
    }

    void voterId(final long id) {
        voterId = id;
        stagedVoterId = id;
    }

    /** Whether the node has asked to become a voter. */
    public boolean isStaged() {
        return staged;
    }

    public void flush() {
        flushVoterAlone();
        durableSettled = settled;
    }

    /** As where the node is a voter of another group already: that is durable, and what it was told is not. */
    public void flushVoterAlone() {
        durable = staged;
        voterId = stagedVoterId;
    }

    /** The node starts again with what was durable. */
    void crash() {
        staged = durable;
        stagedVoterId = voterId;
        atStart = durable ? VoterState.VOTER : atStart;
    }
}
