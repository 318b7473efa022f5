package io.fleet.ec.message;

import io.fleet.ec.consensus.EntryId;

/** A slot and an entry: one line of {@link Decisions} and of {@link Ready}. */
public final class SlotLine {
    /** The slot. */
    public long slot;
    /** The entry. */
    public final EntryId name = new EntryId();

    /** Creates an empty line. */
    public SlotLine() {
    }
}
