/**
 * The nodes of a run on their simulated hardware: production classes, started, stopped, and weighed.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.run.cluster;
