package io.fleet.examples.kv.store;

/**
 * A store cannot hold what the log says. An {@link Error}, since the replica would differ from the others if it went
 * on: the node stops, and loses nothing, because the log has everything.
 */
public final class StoreFailure extends Error {
    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param message what does not fit, and what to change.
     * @param cause   what the store met; null where it counted.
     */
    public StoreFailure(final String message, final Throwable cause) {
        super(message, cause);
    }
}
