package io.fleet.bench.speculation;

/**
 * Who is compared: one machine, hosted in different ways.
 *
 * @param isPlain whether the machine does not opt in, and is an ordinary one to Fleet.
 * @param threads of each node that prepare commands; of a plain machine, that would.
 */
record Contender(boolean isPlain, int threads) {
    /** The node is as by default, and its one thread has nothing to do. */
    static final Contender PLAIN = new Contender(true, 1);
    /** Opts in, and each command is prepared in its turn. */
    static final Contender OFF = new Contender(false, 0);

    @Override
    public String toString() {
        return isPlain ? "plain" : threads == 0 ? "off" : threads + (threads == 1 ? " thread" : " threads");
    }
}
