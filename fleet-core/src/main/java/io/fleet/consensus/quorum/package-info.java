/**
 * Which members suffice to read and to write.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.quorum;
