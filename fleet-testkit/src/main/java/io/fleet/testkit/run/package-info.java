/**
 * Whole runs: {@link io.fleet.testkit.run.SeedRun} is one cluster under one seed's faults, on the production classes;
 * {@code Simulation} runs many and sums up.
 */
package io.fleet.testkit.run;
