/**
 * {@link io.fleet.bench.AllocationBenchmark}, a program that tells what the threads of a whole cluster allocate for a
 * command. What {@code ./fleet bench} runs is below: {@code cluster} and {@code ablations} in {@link
 * io.fleet.bench.cluster}, {@code jmh} in {@link io.fleet.bench.micro}.
 */
package io.fleet.bench;
