package io.fleet.machine;

/**
 * What a {@link StateMachine} implements besides, whose long queries (scans, say) may be answered from a view of its
 * state while commands go on: then they hold up neither commands nor short queries. Applies to reads beside the log
 * ({@code ReadConsistency}) on nodes that have threads for it ({@code NodeConfig.Builder.readThreads}). Without such
 * threads, and through the log, {@link StateMachine#query} answers long queries too, on the node's own thread.
 *
 * <p><b>Threads.</b> Both methods, and {@link ReadView#close()}, are called on the node's thread, as those of the
 * machine are, and only between two commands; {@link ReadView#query} is called on one of the threads for long reads.
 */
public interface ConcurrentQueries {
    /**
     * Whether a query is to be answered from a view. Asked for each query beside the log, so it should look at a few
     * bytes. Where it throws the query is not long.
     *
     * @param query valid during the call; with its payload as bytes, also where the machine uses handles.
     * @return true when it is to be answered from a view.
     */
    boolean isLong(Query query);

    /**
     * A view of the state as it is now: after the last command that was applied, and before the next. One is taken for
     * each long query, and up to 1,024 are open at a time in a group, of which 64 wait for a thread: the call should
     * copy next to nothing.
     *
     * <p>What it throws is the answer to the query, as for {@link StateMachine#query}; null fails the query too.
     *
     * @return immutable, or guarded by whatever the machine does before it changes what an open view shares.
     */
    ReadView view();
}
