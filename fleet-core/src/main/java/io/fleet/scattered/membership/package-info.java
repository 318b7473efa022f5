/**
 * Members that come and go one at a time ({@link io.fleet.scattered.membership.Reconfiguration}), and the repair of a
 * voter that lost its state ({@link io.fleet.scattered.membership.Rejoin}).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.membership;
