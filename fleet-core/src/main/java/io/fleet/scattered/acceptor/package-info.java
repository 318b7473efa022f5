/**
 * The acceptor ({@link io.fleet.scattered.acceptor.Acceptor}): records entries, acknowledges what is durable, and
 * promises ballots.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.acceptor;
