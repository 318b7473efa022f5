package io.fleet.ec.message;

/** The sender misses decisions (rule R3). Answered by {@link Decisions}. */
public final class LearnRequest implements CodedMessage {
    /** The first slot that it misses. */
    public long from;

    @Override
    public Kind kind() {
        return Kind.LEARN_REQUEST;
    }
}
