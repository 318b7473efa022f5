package io.fleet.examples.kv.resp;

import java.util.ArrayDeque;

/**
 * Lets one batch after the other through that may keep a machine busy for long, so that between two of them others get
 * their turn. The event loop's.
 */
final class Turnstile {
    private final ArrayDeque<Connection> waiting = new ArrayDeque<>();
    private Connection inside;

    /**
     * A connection wants to send such a batch.
     *
     * @param connection which; told by {@link Connection#mayPass} when it may, if it may not yet.
     * @return whether it may now.
     */
    boolean enter(final Connection connection) {
        if (inside == null || inside == connection) {
            inside = connection;
            return true;
        }
        waiting.add(connection);
        return false;
    }

    /** Its batch was answered, or it is gone. */
    void leave(final Connection connection) {
        waiting.remove(connection);
        if (inside == connection) {
            inside = waiting.poll();
            if (inside != null) {
                inside.mayPass();
            }
        }
    }
}
