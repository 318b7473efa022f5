package io.fleet.replica.speculation;

/** One command to be prepared. Any thread; throws nothing. */
public interface PrepareTask {
    /**
     * Takes it.
     *
     * @return false where somebody else has, it was called off, or there is no room for its answer now: nothing is to
     *         be done then.
     */
    boolean begin();

    /** Prepares it. Once, by who has taken it. */
    void execute();

    /**
     * It is prepared. By who has prepared it, the last thing.
     *
     * @return whether somebody waits for it.
     */
    boolean finish();

    /**
     * All of that.
     *
     * @return whether somebody waits for it.
     */
    default boolean run() {
        if (!begin()) {
            return false;
        }
        execute();
        return finish();
    }
}
