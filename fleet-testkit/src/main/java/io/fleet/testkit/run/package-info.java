/**
 * Whole runs: {@link io.fleet.testkit.run.SeedRun} is one cluster under one seed's faults, on the production classes;
 * {@code Simulation} runs many and sums up.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.run;
