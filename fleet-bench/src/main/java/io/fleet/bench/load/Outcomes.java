package io.fleet.bench.load;

/**
 * Takes the outcomes of operations: at most one of each that a {@link PeerClient} has taken. Called on any thread, but
 * never from inside the call that starts the operation; may start further operations of the same client.
 */
public interface Outcomes {
    /**
     * The operation was executed, and a put is as durable as the system makes it.
     *
     * @param correlation what it was started with.
     * @param valueLength get: how long the value is, -1 where there is none; put: any.
     */
    void onReply(long correlation, int valueLength);

    /**
     * The operation was not executed, or that is unknown.
     *
     * @param correlation what it was started with.
     * @param reason      why, in words.
     */
    void onFailure(long correlation, String reason);
}
