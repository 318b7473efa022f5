package io.fleet.metrics;

import io.fleet.consensus.TableUse;
import io.fleet.consensus.common.Counter;
import java.util.function.Function;

/**
 * How full one table is told to be.
 *
 * @param name        the meter's name.
 * @param unit        its unit.
 * @param description one sentence.
 * @param value       finds how full it is.
 */
record TableMeter(String name, String unit, String description, Function<TableUse, Counter> value) {
}
