/**
 * Snapshots of hosted coded groups.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.host.snapshot;
