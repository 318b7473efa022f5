/**
 * What a node needs to serve reads that do not go through the log: the interfaces between it and the module that
 * serves them, {@code fleet-reads}, and what a node without that module answers. That module brings a {@link
 * io.fleet.consensus.reads.ReadServerFactory}, which makes a {@link io.fleet.consensus.reads.ReadServer} for each
 * group; that one sees the group's state through a {@link io.fleet.consensus.reads.ReadableReplica}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.reads;
