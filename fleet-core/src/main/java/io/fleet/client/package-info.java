/**
 * The client as a program sees it: {@link io.fleet.client.FleetClient}, the handler of replies, and the consistency
 * of reads ({@link io.fleet.client.ReadConsistency}).
 *
 * <p>Part of the public API.
 */
package io.fleet.client;
