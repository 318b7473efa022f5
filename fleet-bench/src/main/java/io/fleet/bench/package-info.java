/** Micro-benchmarks (JMH) of the parts that the hot path is made of. Run one with {@code java -jar}, see the README. */
package io.fleet.bench;
