/**
 * The leader ({@link io.fleet.scattered.leader.Leader}): admits entries, orders them, chooses who writes and who
 * replies, says little where nothing happens; its leases, and bodies that nobody has ordered.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.leader;
