/**
 * What a seed draws before its run begins: the cluster and its settings, the workload, the faults.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.run.plan;
