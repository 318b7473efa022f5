package io.fleet.testkit.run.plan;

import io.fleet.config.QuorumLayout;
import io.fleet.consensus.membership.Configuration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Which runs have voters that count in storage groups, or in a grid; and whom they then need. */
public final class QuorumRuns {
    private static final int PERCENT = 10;
    private static final int PERCENT_OF_CHANGING = 50;
    private static final int GRID_PERCENT = 40;
    private static final int UNPLACED_PERCENT = 30;
    private static final int MOST_GROUPS = 3;
    private static final int WITNESSES_PERCENT = 50;

    private QuorumRuns() {
    }

    /** Whether a run has other quorums than a majority. */
    static boolean isOn(final boolean areMembersChanging, final SplittableRandom random) {
        return random.nextInt(100) < (areMembersChanging ? PERCENT_OF_CHANGING : PERCENT);
    }

    /** Which founders are witnesses: those that are already, or any, or none where too few would execute. */
    static long witnesses(final int founders, final long already, final QuorumLayout quorums,
                          final SplittableRandom random) {
        final boolean writeElsewhere = random.nextInt(100) < WITNESSES_PERCENT;
        final long witnesses = already != 0 || !writeElsewhere ? already : random.nextLong() & (1L << founders) - 1;
        return first(founders, witnesses, quorums).hasEnoughReplicas() ? witnesses : 0;
    }

    /** Who lives on must be able to elect, to choose and to execute: those that are drawn, and as many more. */
    static int survivors(final int founders, final long witnesses, final QuorumLayout quorums, final int drawn,
                         final SplittableRandom random) {
        final Configuration first = first(founders, witnesses, quorums);
        int survivors = drawn;
        while (!first.quorumSystem().isElectionQuorum(survivors)
            || (first.voters() & ~witnesses & survivors) == 0) {
            survivors |= 1 << random.nextInt(founders);
        }
        return survivors;
    }

    private static Configuration first(final int founders, final long witnesses, final QuorumLayout quorums) {
        return Configuration.first(IntStream.range(0, founders).toArray(), IntStream.range(0, founders)
            .filter(node -> (witnesses >>> node & 1) != 0).toArray(), 0, 0, List.of()).countedBy(quorums);
    }

    /**
     * Draws how some voters count.
     *
     * @param voters which they are.
     * @param random decides.
     * @return a grid, storage groups, or, now and then, a majority.
     */
    public static QuorumLayout layout(final List<Integer> voters, final SplittableRandom random) {
        final List<Integer> left = new ArrayList<>(voters);
        Collections.shuffle(left, new Random(random.nextLong()));
        if (left.size() > 1 && random.nextInt(100) < UNPLACED_PERCENT) {
            left.remove(0);
        }
        if (left.size() >= 4 && random.nextInt(100) < GRID_PERCENT) {
            final int width = left.size() / 2;
            return QuorumLayout.grid(List.of(left.subList(0, width), left.subList(width, 2 * width)));
        }
        final int groups = 1 + random.nextInt(Math.min(MOST_GROUPS, left.size()));
        final List<List<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            parts.add(left.subList(i * left.size() / groups, (i + 1) * left.size() / groups));
        }
        return QuorumLayout.groups(parts);
    }
}
