/** Log records, made reachable for benchmarks. */
package io.fleet.bench.subject;
