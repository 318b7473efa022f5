/** Tests of {@code io.fleet.bench.speculation}. */
package io.fleet.bench.speculation;
