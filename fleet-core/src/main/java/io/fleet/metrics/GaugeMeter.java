package io.fleet.metrics;

import io.fleet.node.status.GroupStatus;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * How one value of a group's status is told.
 *
 * @param name        the meter's name.
 * @param unit        its unit, or null where it has none.
 * @param description one sentence.
 * @param value       finds the value.
 */
record GaugeMeter(String name, @Nullable String unit, String description, ToDoubleFunction<GroupStatus> value) {
}
