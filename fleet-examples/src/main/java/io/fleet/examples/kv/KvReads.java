package io.fleet.examples.kv;

import io.fleet.client.ReadConsistency;
import java.util.Locale;

/** The words for what commands that change nothing may see, in options and in {@code CLIENT READS}. */
public final class KvReads {
    /** What there is to choose from, for people. */
    public static final String CHOICE = "log|quorum|lease|stale:MILLIS|local";
    private static final String STALE = "stale:";
    private static final int MAX_MILLIS = 3_600_000;

    private KvReads() {
    }

    /**
     * What a word stands for.
     *
     * @param word the word, in lower or upper case.
     * @return the consistency; null when there is none of this name.
     */
    public static ReadConsistency parse(final String word) {
        final String lower = word.toLowerCase(Locale.ROOT);
        if (lower.matches(STALE + "[0-9]{1,7}") && Integer.parseInt(lower.substring(STALE.length())) <= MAX_MILLIS) {
            return ReadConsistency.boundedStale(Integer.parseInt(lower.substring(STALE.length())));
        }
        return switch (lower) {
            case "log" -> ReadConsistency.LINEARIZABLE_LOG;
            case "quorum" -> ReadConsistency.LINEARIZABLE_QUORUM;
            case "lease" -> ReadConsistency.LINEARIZABLE_LEASE;
            case "local" -> ReadConsistency.LOCAL;
            default -> null;
        };
    }

    /**
     * The word for a consistency.
     *
     * @param reads one that {@link #parse} gives.
     * @return the word.
     */
    public static String format(final ReadConsistency reads) {
        return switch (reads.level()) {
            case LINEARIZABLE_LOG -> "log";
            case LINEARIZABLE_QUORUM -> "quorum";
            case LINEARIZABLE_LEASE -> "lease";
            case BOUNDED_STALE -> STALE + reads.maxMillis();
            case LOCAL -> "local";
        };
    }

    /**
     * Why a word stands for nothing.
     *
     * @return text for people.
     */
    public static String refusal() {
        return "reads must be " + CHOICE + ", with at most " + MAX_MILLIS + " ms";
    }
}
