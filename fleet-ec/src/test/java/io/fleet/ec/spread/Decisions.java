package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;

/** Of a node that knows all decisions from a slot on. */
record Decisions(long[] from) implements PartHistory {
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
        return from[0];
    }

    @Override
    public long reliedFrom() {
        return from[0];
    }

    @Override
    public long marked() {
        return from[0];
    }
}
