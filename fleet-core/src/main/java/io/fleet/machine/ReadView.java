package io.fleet.machine;

/**
 * The state of a machine after one LSN, for one long query ({@link ConcurrentQueries}). The linearizability of what it
 * answers rests on this: whatever is applied after the view was taken must not be seen in it.
 */
public interface ReadView extends AutoCloseable {
    /**
     * Answers a query on the state of the view. Called once at most, on another thread than commands are applied on,
     * which go on meanwhile. What it throws is the answer to the caller; an {@link Error} stops the node. The thread
     * is interrupted when the node stops: a query that goes on then loses its view and its machine after five seconds.
     *
     * @param query valid during the call: its payload as bytes, also where the machine uses handles; its
     *              {@link Query#lsn()} and {@link Query#timeMillis()} are those of the view.
     * @param reply receives the bytes that the caller gets; takes no handles.
     */
    void query(Query query, Reply reply);

    /**
     * The view is not needed any more. Called once, on the node's thread and not while a snapshot is written, after
     * {@link #query} has returned, or in its place. A node that ends in the middle of a query leaves it out.
     * An exception is counted by the mark {@code long-reads.view-that-cannot-be-closed}, and the node goes on.
     */
    @Override
    void close();
}
