package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.PartHistory;

/** Remembers no decision, and says of slots what it was told. */
class FakeHistory implements PartHistory {
    long settled;
    long reliedFrom;
    long marked;

    /** Knows all decisions from a slot on. */
    FakeHistory from(final long slot) {
        settled = slot;
        reliedFrom = slot;
        marked = slot;
        return this;
    }

    @Override
    public long decidedSlot(final EntryId id) {
        return 0;
    }

    @Override
    public long referredUpTo(final EntryId id) {
        return 0;
    }

    @Override
    public long settled() {
        return settled;
    }

    @Override
    public long reliedFrom() {
        return reliedFrom;
    }

    @Override
    public long marked() {
        return marked;
    }
}
