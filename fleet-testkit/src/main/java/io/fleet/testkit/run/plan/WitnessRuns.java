package io.fleet.testkit.run.plan;

import java.util.SplittableRandom;

/** Which runs have members that execute nothing. */
final class WitnessRuns {
    private static final int PERCENT = 8;
    private static final int SPARE_ONE_IN = 3;

    private WitnessRuns() {
    }

    /** Gives some plans witnesses: fewer than half of the founders, the last ones, and some of those that may come. */
    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        final int most = (config.founders() - 1) / 2;
        if (random.nextInt(100) >= PERCENT || most + config.spares() == 0) {
            return plan;
        }
        long witnesses = 0;
        final int founding = most == 0 ? 0 : 1 + random.nextInt(most);
        for (int node = config.founders() - founding; node < config.founders(); node++) {
            witnesses |= 1L << node;
        }
        for (int node = config.founders(); node < config.nodes(); node++) {
            witnesses |= random.nextInt(SPARE_ONE_IN) == 0 ? 1L << node : 0;
        }
        return plan.withConfig(config.withGroups(1).withWitnesses(witnesses));
    }
}
