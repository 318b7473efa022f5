/** Tests of {@code io.fleet.bench.harness}. */
package io.fleet.bench.harness;
