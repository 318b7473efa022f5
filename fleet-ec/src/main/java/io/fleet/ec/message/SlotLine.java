package io.fleet.ec.message;

/** A slot and an entry: one line of {@link Decisions} and of {@link Ready}. */
public final class SlotLine {
    /** The slot. */
    public long slot;
    /** The entry. */
    public final EntryName name = new EntryName();

    /** Creates an empty line. */
    public SlotLine() {
    }
}
