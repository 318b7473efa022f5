package io.fleet.machine;

/** A command that may change state. Adds to {@link Query} the place of the command in its session. */
public interface Command extends Query {
    /**
     * The number of the command within its session; (sessionId, sequence) names a command for ever.
     *
     * @return the sequence, from 1.
     */
    long sequence();
}
