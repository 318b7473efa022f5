/**
 * What a node tells of itself: status, counters, events, the fill of its disks.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.status;
