package io.fleet.node;

import io.fleet.protocol.StandingStore;
import io.fleet.storage.Standing;

/**
 * A note of one group in the node's meta store. A group has two: what it said is under its own id, and what it stored,
 * where its mode tells that apart, under an id below 0 that no group has.
 */
final class DurableStanding implements StandingStore {
    private final int noteId;
    private final int groupId;
    private final NodeStorage storage;

    private DurableStanding(final int noteId, final int groupId, final NodeStorage storage) {
        this.noteId = noteId;
        this.groupId = groupId;
        this.storage = storage;
    }

    static DurableStanding ofVotes(final int groupId, final NodeStorage storage) {
        return new DurableStanding(groupId, groupId, storage);
    }

    static DurableStanding ofHoldings(final int groupId, final NodeStorage storage) {
        return new DurableStanding(~groupId, groupId, storage);
    }

    @Override
    public Standing atStart() {
        final Standing standing = storage.meta().durableStanding(noteId);
        return standing == Standing.VOTER && storage.isSuspect() ? Standing.SUSPECT : standing;
    }

    @Override
    public void becomeVoter(final long voterId) {
        storage.meta().becomeVoter(noteId, voterId);
    }

    @Override
    public void lose() {
        storage.meta().lose(noteId);
    }

    @Override
    public long voterId() {
        return storage.meta().voterId();
    }

    @Override
    public boolean isVoterDurable() {
        return storage.meta().isVoterDurable(noteId);
    }

    @Override
    public void noteSettled(final long ballot) {
        storage.meta().settledBallots().note(noteId, ballot);
    }

    @Override
    public long durableSettled() {
        return storage.meta().settledBallots().durableOf(noteId);
    }

    @Override
    public boolean holdsSnapshot() {
        return storage.snapshots().holds(groupId);
    }

    @Override
    public boolean isSetUpNow() {
        return storage.isSetUpNow();
    }
}
