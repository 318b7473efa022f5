/**
 * Tables, plots and files of what was measured.
 */
package io.fleet.bench.cluster.report;
