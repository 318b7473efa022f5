/**
 * Snapshots of a coded group in a node: whose turn it is, which ones members hold, when want of room asks for one, and
 * how one that lags gets that of another.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.node.snapshot;
