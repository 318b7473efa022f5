package io.fleet.ec.message;

/** A slot was decided so long ago that only a snapshot tells what came of it (rule R3). */
public final class Covered implements CodedMessage {
    /** The slot that was asked for. */
    public long slot;

    @Override
    public Kind kind() {
        return Kind.COVERED;
    }
}
