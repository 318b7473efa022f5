package io.fleet.ec.dissemination.context;

/**
 * How values are gathered.
 *
 * @param hedge      when more nodes are asked than are needed.
 * @param leastNs    the shortest time after which one more is asked, in nanoseconds, at least 0.
 * @param cacheBytes bytes of recently decoded values that are kept, at least 0, with 256 for each beside its own; none
 *                   that is longer than a quarter of it.
 */
public record FetchConfig(Hedge hedge, long leastNs, int cacheBytes) {
    private static final long DEFAULT_LEAST_NS = 200_000;
    private static final int DEFAULT_CACHE_BYTES = 32 << 20;

    /** When more nodes are asked than are needed. */
    public enum Hedge {
        /** As many as are needed are asked; all others when these do not answer within {@code resendNs}. */
        NEVER,
        /** One more is asked when those that were asked take longer than such answers have taken. */
        LATE,
        /** One more is asked at once. */
        AT_ONCE
    }

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the value and its range.
     */
    public FetchConfig {
        if (leastNs < 0 || cacheBytes < 0) {
            throw new IllegalArgumentException("leastNs " + leastNs + " or cacheBytes " + cacheBytes + " is below 0");
        }
    }

    /** What suits a server: one more when answers are late, by 200 microseconds at least, and a cache of 32 MiB. */
    public static FetchConfig defaults() {
        return new FetchConfig(Hedge.LATE, DEFAULT_LEAST_NS, DEFAULT_CACHE_BYTES);
    }
}
