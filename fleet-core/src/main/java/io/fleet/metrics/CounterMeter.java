package io.fleet.metrics;

import io.fleet.consensus.common.Counter;
import java.util.function.Function;

/**
 * How one counter is told.
 *
 * @param <T>         what holds the counter.
 * @param name        the meter's name; its last word is the unit.
 * @param description one sentence.
 * @param counter     finds the counter.
 */
record CounterMeter<T>(String name, String description, Function<T, Counter> counter) {
}
