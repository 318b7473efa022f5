/**
 * Snapshots of hosted groups: started, written, sent, received, installed ({@link
 * io.fleet.node.snapshot.SnapshotController}).
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.snapshot;
