/**
 * The directories of a node: opened, recovered, and shown to each group as what {@link io.fleet.consensus.store} asks
 * for.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.store;
