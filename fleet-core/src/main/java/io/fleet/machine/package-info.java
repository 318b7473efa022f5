/**
 * What a user of Fleet implements or meets: the {@link io.fleet.machine.StateMachine} and the values it is handed,
 * group configuration, and every typed failure a caller can see.
 *
 * <p>This is the lowest floor of fleet-core: it uses nothing but Agrona's buffers.
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet.machine;

import org.jspecify.annotations.NullMarked;
