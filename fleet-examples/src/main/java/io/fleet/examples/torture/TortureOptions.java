package io.fleet.examples.torture;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a run is asked for, checked.
 *
 * @param regime    where its faults come from.
 * @param length    how long clients work.
 * @param nodes     how many there are.
 * @param clients   how many work at once, at least one for each node.
 * @param directory new or empty; takes data and logs of the processes, and is kept. Null for a temporary one, which is
 *                  kept when the run fails only.
 * @param maxGap    how long no client at all may be without an answer; judged with {@link Regime#ROUND} only.
 * @param seed      of what is drawn.
 * @param groups    of which faults are drawn.
 */
public record TortureOptions(Regime regime, Duration length, int nodes, int clients, Path directory, Duration maxGap,
                             long seed, Set<FaultGroup> groups) {
    private static final int CHAOS_NODES = 3;

    /**
     * Of a run with fixed faults on three nodes.
     *
     * @param length    how long clients work.
     * @param clients   how many work at once.
     * @param directory as above.
     * @param powerCut  whether all processes are killed at once, rather than one after another.
     * @param maxGap    as above.
     * @return the options.
     */
    public static TortureOptions chaos(final Duration length, final int clients, final Path directory,
                                       final boolean powerCut, final Duration maxGap) {
        return new TortureOptions(powerCut ? Regime.POWER_CUT : Regime.ROUND, length, CHAOS_NODES, clients, directory,
            maxGap, 0, Set.of());
    }

    /**
     * Of a run with drawn faults.
     *
     * @param length    how long clients work.
     * @param nodes     how many there are.
     * @param clients   how many work at once.
     * @param directory as above.
     * @param seed      of what is drawn.
     * @param groups    of which faults are drawn.
     * @return the options.
     */
    public static TortureOptions torture(final Duration length, final int nodes, final int clients,
                                         final Path directory, final long seed, final Set<FaultGroup> groups) {
        return new TortureOptions(Regime.DRAWN, length, nodes, clients, directory, length, seed, Set.copyOf(groups));
    }

    boolean isDrawn() {
        return regime == Regime.DRAWN;
    }

    List<Fault> plan() {
        return switch (regime) {
            case ROUND -> Plans.round(length);
            case POWER_CUT -> Plans.powerCut(length);
            case DRAWN -> Plans.drawn(length, seed, groups);
        };
    }

    /** The command, as reports begin. */
    String title() {
        return isDrawn() ? "fleet torture" : "fleet chaos";
    }
}
