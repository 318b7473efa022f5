package io.fleet.testkit.history;

/**
 * One operation of a client. An operation whose outcome was never recorded is {@link Outcome#UNKNOWN}.
 *
 * @param <I> what is asked for.
 * @param <O> what is answered.
 */
public final class Operation<I, O> {
    private final long client;
    private final I input;
    private final long invokedNs;
    private final long invokedAt;
    private Outcome outcome = Outcome.UNKNOWN;
    private O output;
    private long returnedNs = Long.MAX_VALUE;
    private long returnedAt = Long.MAX_VALUE;

    Operation(final long client, final I input, final long invokedNs, final long invokedAt) {
        this.client = client;
        this.input = input;
        this.invokedNs = invokedNs;
        this.invokedAt = invokedAt;
    }

    void returned(final Outcome newOutcome, final O newOutput, final long nowNs, final long at) {
        if (returnedAt != Long.MAX_VALUE) {
            throw new IllegalStateException("second outcome " + newOutcome + " of " + this);
        }
        outcome = newOutcome;
        output = newOutput;
        returnedNs = nowNs;
        returnedAt = at;
    }

    /**
     * Who asked.
     *
     * @return the client's number.
     */
    public long client() {
        return client;
    }

    /** What was asked for. */
    public I input() {
        return input;
    }

    /** What is known of the effect. */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * What was answered.
     *
     * @return the output; null unless the outcome is {@link Outcome#OK}.
     */
    public O output() {
        return output;
    }

    /**
     * When the client asked.
     *
     * @return nanoseconds.
     */
    public long invokedNs() {
        return invokedNs;
    }

    /**
     * When the client heard of the outcome.
     *
     * @return nanoseconds; {@link Long#MAX_VALUE} when it never did.
     */
    public long returnedNs() {
        return returnedNs;
    }

    /** The place of the invocation among all events of the history. */
    long invokedAt() {
        return invokedAt;
    }

    /** The place of the return among all events of the history. */
    long returnedAt() {
        return returnedAt;
    }

    @Override
    public String toString() {
        final String until = returnedNs == Long.MAX_VALUE ? "?" : Long.toString(returnedNs);
        final String result = outcome == Outcome.OK ? String.valueOf(output) : outcome.name();
        return "client " + client + " [" + invokedNs + ", " + until + "] " + input + " -> " + result;
    }
}
