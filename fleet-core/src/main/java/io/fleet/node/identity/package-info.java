/**
 * Who a node is: the cluster's id, and the life of a node ({@link io.fleet.node.identity.Lives}), which ends two
 * processes with one id.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.identity;
