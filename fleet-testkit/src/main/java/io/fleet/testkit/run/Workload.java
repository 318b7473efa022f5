package io.fleet.testkit.run;

/**
 * What clients do in a run.
 *
 * @param clients  how many clients; the first half of them, rounded down, is embedded in nodes, the others are
 *                 processes of their own.
 * @param commands how many operations all clients issue together; at least one each.
 * @param spanNs   how long they are issued, with faults in force, in virtual nanoseconds; what they could not issue by
 *                 then follows after the faults.
 */
public record Workload(int clients, int commands, long spanNs) {
    /** The most clients. */
    public static final int MAX_CLIENTS = 64;
    /** The shortest span. */
    public static final long MIN_SPAN_NS = 1_000_000;

    /**
     * Checks the values.
     *
     * @param clients  see above.
     * @param commands see above.
     * @param spanNs   see above.
     */
    public Workload {
        if (clients < 1 || clients > MAX_CLIENTS) {
            throw new IllegalArgumentException("clients is " + clients + ", but must be from 1 to " + MAX_CLIENTS);
        }
        if (commands < clients) {
            throw new IllegalArgumentException("commands is " + commands + ", but must be at least one for each of "
                + clients + " clients");
        }
        if (spanNs < MIN_SPAN_NS) {
            throw new IllegalArgumentException("spanNs is " + spanNs + ", but must be at least " + MIN_SPAN_NS);
        }
    }

    /**
     * How many clients live in nodes.
     *
     * @return the number; these have the lowest numbers.
     */
    public int embedded() {
        return clients / 2;
    }
}
