package io.fleet.testkit.history;

/**
 * What a service does when one client uses it alone. States are values: immutable, with {@code equals} and
 * {@code hashCode}.
 *
 * @param <S> the state of one partition.
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
public interface SequentialModel<S, I, O> {
    /** The state of a partition that nothing was done to. */
    S initial();

    /**
     * The state after an operation.
     *
     * @param state before it.
     * @param input the operation.
     * @return the state after it; equal to the one before when the operation changes nothing.
     */
    S next(S state, I input);

    /**
     * Whether an operation may answer so.
     *
     * @param state  before the operation.
     * @param input  the operation.
     * @param output its answer.
     * @return whether the model allows it.
     */
    boolean allows(S state, I input, O output);

    /**
     * What an operation is about: operations of different partitions neither change nor see each other's state, and
     * each partition is checked by itself.
     *
     * @param input the operation.
     * @return the partition; one and the same by default.
     */
    default Object partition(final I input) {
        return "";
    }
}
