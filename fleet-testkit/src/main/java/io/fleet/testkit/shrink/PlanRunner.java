package io.fleet.testkit.shrink;

import io.fleet.testkit.run.RunPlan;
import io.fleet.testkit.run.SeedResult;

/** Runs plans. */
@FunctionalInterface
public interface PlanRunner {
    /**
     * Runs a plan.
     *
     * @param plan the plan.
     * @return what became of it.
     */
    Run run(RunPlan plan);

    /**
     * One run.
     *
     * @param result what became of it.
     * @param told   its plan with all that was drawn told one by one.
     */
    record Run(SeedResult result, RunPlan told) {
    }
}
