/**
 * The members of a coded group as nodes: which node has which position, whom this node hears, in which lives it counts
 * them, and what they have room for.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.node.member;
