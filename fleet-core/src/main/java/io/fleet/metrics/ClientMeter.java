package io.fleet.metrics;

import io.fleet.client.command.ClientCounters;
import java.util.function.ToLongFunction;

/**
 * How one thing is told that the clients of a group in this process have done, all together.
 *
 * @param name        the meter's name; its last word is the unit.
 * @param description one sentence.
 * @param value       finds the number.
 */
record ClientMeter(String name, String description, ToLongFunction<ClientCounters> value) {
}
