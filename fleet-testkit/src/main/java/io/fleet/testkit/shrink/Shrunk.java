package io.fleet.testkit.shrink;

import io.fleet.testkit.run.RunPlan;
import io.fleet.testkit.run.SeedResult;

/**
 * The outcome of shrinking.
 *
 * @param plan   the smallest plan that was found to fail.
 * @param result its run.
 * @param runs   how many runs were made.
 */
public record Shrunk(RunPlan plan, SeedResult result, int runs) {
}
