package io.fleet.node.store;

import io.fleet.consensus.store.VoterStateStore;
import io.fleet.storage.VoterState;

/**
 * A note of one group in the node's meta store. A group has two: what it said is under its own id, and what it stored,
 * where its mode tells that apart, under an id below 0 that no group has.
 */
final class DurableVoterState implements VoterStateStore {
    private final int noteId;
    private final int groupId;
    private final NodeStore storage;

    private DurableVoterState(final int noteId, final int groupId, final NodeStore storage) {
        this.noteId = noteId;
        this.groupId = groupId;
        this.storage = storage;
    }

    static DurableVoterState ofVotes(final int groupId, final NodeStore storage) {
        return new DurableVoterState(groupId, groupId, storage);
    }

    static DurableVoterState ofHoldings(final int groupId, final NodeStore storage) {
        return new DurableVoterState(~groupId, groupId, storage);
    }

    @Override
    public VoterState atStart() {
        final VoterState standing = storage.meta().durableStanding(noteId);
        return standing == VoterState.VOTER && storage.isSuspect() ? VoterState.SUSPECT : standing;
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
