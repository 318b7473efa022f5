/**
 * The leader ({@link io.fleet.scattered.leader.Leader}): admits entries, orders them, chooses who writes and who
 * replies.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.leader;
