/**
 * JMH benchmarks of single classes of the hot path, and {@code fleet bench jmh}, which runs them and refuses those that
 * allocate. Classes that other packages keep to themselves are reached through a {@code ...Subject} beside them.
 */
package io.fleet.bench.micro;
