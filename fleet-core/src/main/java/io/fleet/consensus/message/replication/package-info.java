/**
 * Messages that carry entries: bodies, orders, acknowledgements, catching up.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.message.replication;
