/** Tests of {@code io.fleet.bench.lifecycle}. */
package io.fleet.bench.lifecycle;
