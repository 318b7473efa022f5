package io.fleet.testkit.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Records what clients ask and hear, in the order in which it happens: of two events, the one recorded first came
 * first, whatever their times say. Single-threaded.
 *
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
public final class History<I, O> {
    private final List<Operation<I, O>> operations = new ArrayList<>();
    private long events;
    private int open;

    /** Creates an empty history. */
    public History() {
    }

    /**
     * A client asks.
     *
     * @param client its number.
     * @param input  what for.
     * @param nowNs  when; for messages.
     * @return names the operation in the other calls.
     */
    public int invoke(final long client, final I input, final long nowNs) {
        operations.add(new Operation<>(client, input, nowNs, events++));
        open++;
        return operations.size() - 1;
    }

    /**
     * The operation answered.
     *
     * @param operation what {@link #invoke} gave.
     * @param output    the answer.
     * @param nowNs     when; for messages.
     */
    public void ok(final int operation, final O output, final long nowNs) {
        end(operation, Outcome.OK, output, nowNs);
    }

    /**
     * The client gave up, and may not know whether the operation takes effect.
     *
     * @param operation what {@link #invoke} gave.
     * @param nowNs     when; for messages.
     */
    public void unknown(final int operation, final long nowNs) {
        end(operation, Outcome.UNKNOWN, null, nowNs);
    }

    /**
     * The client was told that the operation did not and will not take effect.
     *
     * @param operation what {@link #invoke} gave.
     * @param nowNs     when; for messages.
     */
    public void notApplied(final int operation, final long nowNs) {
        end(operation, Outcome.NOT_APPLIED, null, nowNs);
    }

    /**
     * All operations in the order of their invocations.
     *
     * @return a view that cannot be changed.
     */
    public List<Operation<I, O>> operations() {
        return Collections.unmodifiableList(operations);
    }

    /** How many operations have no outcome yet. */
    public int open() {
        return open;
    }

    private void end(final int operation, final Outcome outcome, final O output, final long nowNs) {
        operations.get(operation).returned(outcome, output, nowNs, events++);
        open--;
    }
}
