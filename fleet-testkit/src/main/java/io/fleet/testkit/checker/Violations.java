package io.fleet.testkit.checker;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects what must never happen and did. Reporting does not throw: a witness is often called from inside the code it
 * watches, which might swallow the exception; the simulator looks here after every event instead.
 */
public final class Violations {
    private static final int KEPT = 20;

    private final List<String> reports = new ArrayList<>();
    private long count;
    private boolean closed;

    /** Creates an empty collection. */
    public Violations() {
    }

    /**
     * Reports a violation; the first ones are kept.
     *
     * @param what which rule, who, where, and the values that contradict each other.
     */
    public void report(final String what) {
        if (closed) {
            return;
        }
        count++;
        if (reports.size() < KEPT) {
            reports.add(what);
        }
    }

    /** What is reported from now on does not count: something happened after which nothing is promised. */
    public void close() {
        closed = true;
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** How many were reported. */
    public long count() {
        return count;
    }

    /**
     * The first reports.
     *
     * @return a copy.
     */
    public List<String> reports() {
        return List.copyOf(reports);
    }
}
