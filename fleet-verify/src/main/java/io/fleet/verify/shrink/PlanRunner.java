package io.fleet.verify.shrink;

import io.fleet.testkit.run.plan.RunPlan;
import java.util.List;

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
     * @param violations every broken rule; empty for a good run.
     * @param told       its plan with all that was drawn told one by one.
     */
    record Run(List<String> violations, RunPlan told) {
    }
}
