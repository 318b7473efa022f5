/** The harness: what it plans, starts and reports. */
package io.fleet.bench.cluster;
