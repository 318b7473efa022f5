/**
 * Snapshots on their way from one member to another, whatever the mode of the group: who offers one and sends it, and
 * who asks for it piece by piece. What is read and written is behind {@link io.fleet.consensus.store.SnapshotExchange}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.snapshot;
