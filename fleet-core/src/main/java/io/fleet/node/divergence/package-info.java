/**
 * Replicas that came apart: noticed by digests, kept in mind on disk.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.divergence;
