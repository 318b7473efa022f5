package io.fleet.bench.cluster.plan;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Whether there is time for a block: judged by how long each contender's last turn took, where there was one. */
public final class Budget {
    private static final long GUESS_START_NS = Duration.ofSeconds(8).toNanos();
    private static final long GUESS_POINT_NS = Duration.ofMillis(500).toNanos();

    private final RunOptions options;
    private final long beginNs;
    private final Map<String, Long> lastNs = new HashMap<>();

    public Budget(final RunOptions options, final long beginNs) {
        this.options = options;
        this.beginNs = beginNs;
    }

    /** Whether a block that begins now would end in time. */
    public boolean allows(final Block block, final long nowNs) {
        if (options.bound() == null) {
            return true;
        }
        long neededNs = 0;
        for (final Turn turn : block.turns()) {
            neededNs += lastNs.getOrDefault(turn.peer(), guessNs(turn));
        }
        return nowNs - beginNs + neededNs <= options.bound().toNanos();
    }

    /** A turn has ended. */
    public void took(final Turn turn, final long tookNs) {
        lastNs.put(turn.peer(), tookNs);
    }

    private long guessNs(final Turn turn) {
        return GUESS_START_NS + options.settle().toNanos() + turn.points().size()
            * (options.warmUp().plus(options.longest()).toNanos() + GUESS_POINT_NS);
    }
}
