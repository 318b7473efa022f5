/**
 * What a node is started with, and the check that all nodes agree on it.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.config;
