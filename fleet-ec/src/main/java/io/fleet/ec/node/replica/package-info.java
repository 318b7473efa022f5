/**
 * Decided entries for the replica on this node, with the values that it looks into put together.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.node.replica;
