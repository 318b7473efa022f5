/**
 * What a run of the cluster benchmark measures: options, points, the order of turns, one measurement.
 */
package io.fleet.bench.cluster.plan;
