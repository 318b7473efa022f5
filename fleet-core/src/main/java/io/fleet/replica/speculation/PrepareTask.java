package io.fleet.replica.speculation;

/** One command to be prepared. */
public interface PrepareTask {
    /**
     * Prepares it, unless somebody else has begun or it was called off. Throws nothing. Any thread.
     *
     * @return whether somebody waits for it.
     */
    boolean run();
}
