/**
 * Messages of snapshots: whose turn it is to write one, and one on its way to another member.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.message.snapshot;
