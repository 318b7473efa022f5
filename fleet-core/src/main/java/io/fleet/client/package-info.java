/**
 * The client as a program sees it: {@link io.fleet.client.FleetClient}, the handler of replies, and the consistency
 * of reads ({@link io.fleet.client.ReadConsistency}).
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet.client;

import org.jspecify.annotations.NullMarked;
