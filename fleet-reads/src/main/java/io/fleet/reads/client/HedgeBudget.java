package io.fleet.reads.client;

/**
 * How many reads may be sent to a second replica while the first may be at work on them: one for each ten answers, and
 * what was not used lately, up to as many as may be in flight. So all that waits at a replica that dies moves at once,
 * and where all replicas are overloaded, copies that would make them slower still are a tenth of their load at most.
 * One is allowed whenever there was none for as long as one waits for an answer, so that each read gets on.
 */
final class HedgeBudget {
    /** For each copy. */
    static final int ANSWERS = 10;

    private final int most;
    /** In answers. */
    private int saved;
    private long lastNs;

    /** {@code window} is the number of reads that may be in flight. */
    HedgeBudget(final int window) {
        most = ANSWERS * window;
        saved = most;
    }

    /** A read was answered, for the first time. */
    void answered() {
        saved = Math.min(most, saved + 1);
    }

    /** Whether one may be sent to another replica; then it is. */
    boolean take(final long nowNs, final long patienceNs) {
        if (saved >= ANSWERS) {
            saved -= ANSWERS;
        } else if (nowNs - lastNs < patienceNs) {
            return false;
        }
        lastNs = nowNs;
        return true;
    }
}
