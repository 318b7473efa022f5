/**
 * What a mode asks of the disks: logs, promises, the state of a voter, snapshots. Interfaces; {@code
 * io.fleet.node.store} implements them.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.store;
