package io.fleet.bench.peer.fleet;

import io.fleet.client.ReadConsistency;
import io.fleet.config.ReplierPolicy;
import java.util.Locale;
import java.util.Map;

/**
 * How a client reads, from words of the form name=value.
 *
 * @param reads  what gets may see.
 * @param choice which replica is asked for those that do not go through the log: {@code jbsq} or {@code random}.
 */
record ReadTuning(ReadConsistency reads, ReplierPolicy choice) {
    /** Of reads of the level {@code stale}, in milliseconds. */
    static final int STALE_MILLIS = 100;

    static ReadTuning of(final Map<String, String> words) {
        final ReplierPolicy choice =
            ReplierPolicy.valueOf(words.getOrDefault("choice", "jbsq").toUpperCase(Locale.ROOT));
        return new ReadTuning(level(words.getOrDefault("reads", "log")), choice);
    }

    private static ReadConsistency level(final String word) {
        return switch (word) {
            case "log" -> ReadConsistency.LINEARIZABLE_LOG;
            case "quorum" -> ReadConsistency.LINEARIZABLE_QUORUM;
            case "lease", "replicas" -> ReadConsistency.LINEARIZABLE_LEASE;
            case "stale" -> ReadConsistency.boundedStale(STALE_MILLIS);
            case "local" -> ReadConsistency.LOCAL;
            default -> throw new IllegalArgumentException("reads is '" + word
                + "', but must be log, quorum, lease, replicas, stale or local");
        };
    }
}
