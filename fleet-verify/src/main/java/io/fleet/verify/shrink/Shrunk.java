package io.fleet.verify.shrink;

import io.fleet.testkit.run.plan.RunPlan;
import java.util.List;

/**
 * The outcome of shrinking.
 *
 * @param plan       the smallest plan that was found to fail.
 * @param violations what its run breaks.
 * @param runs       how many runs were made.
 */
public record Shrunk(RunPlan plan, List<String> violations, int runs) {
}
