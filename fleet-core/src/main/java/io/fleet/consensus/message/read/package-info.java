/**
 * Messages of reads that do not go through the log: marks and leases.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.message.read;
