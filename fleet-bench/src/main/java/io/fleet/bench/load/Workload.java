package io.fleet.bench.load;

/** Which operations are started. */
public enum Workload {
    /** Values are replaced. */
    PUT,
    /** Values are read. */
    GET,
    /** Half of each, drawn for each operation. */
    MIX;

    /** The kind of an operation, from a bit that was drawn for it: true for a get, false for a put. */
    boolean isGet(final boolean drawn) {
        return this == GET || this == MIX && drawn;
    }
}
