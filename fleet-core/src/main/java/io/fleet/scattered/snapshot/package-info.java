/**
 * Whose turn it is to write a snapshot, and which snapshots the members hold.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.scattered.snapshot;
