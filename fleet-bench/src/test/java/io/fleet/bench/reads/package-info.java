/** Tests of {@code io.fleet.bench.reads}. */
package io.fleet.bench.reads;
