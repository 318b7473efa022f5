/**
 * Decisions, votes and parts in the node's logs, and whether this member may vote.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.node.store;
