package io.fleet.bench.load;

/** Which operations are started. */
public enum Workload {
    /** Values are replaced. */
    PUT,
    /** Values are read. */
    GET,
    /** Half of each, drawn for each operation. */
    MIX,
    /** One put for nineteen gets on average, drawn for each operation. */
    MOSTLY_GET;

    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int ONE_IN = 20;

    /**
     * How many of the operations are puts, on average.
     *
     * @return from 0 to 1.
     */
    public double putShare() {
        return switch (this) {
            case PUT -> 1;
            case GET -> 0;
            case MIX -> 0.5;
            case MOSTLY_GET -> 1.0 / ONE_IN;
        };
    }

    /** The kind of an operation, from bits that were drawn for it and its key: true for a get, false for a put. */
    boolean isGet(final long drawn) {
        return switch (this) {
            case PUT -> false;
            case GET -> true;
            case MIX -> (drawn & 1) == 0;
            case MOSTLY_GET -> Math.floorMod(drawn * GOLDEN >>> Integer.SIZE, ONE_IN) != 0;
        };
    }
}
