/**
 * Micro-benchmarks (JMH) of the parts that the hot path is made of. After {@code mvn package}, start them by
 * {@code java -jar fleet-bench/target/fleet-bench-VERSION.jar NAME}; {@code -l} lists the names.
 */
package io.fleet.bench;
