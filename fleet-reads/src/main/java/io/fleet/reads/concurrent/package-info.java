/**
 * Long reads: queries that are executed on a view of the state by threads of their own, while the node goes on ({@link
 * io.fleet.machine.ConcurrentQueries}). {@link io.fleet.reads.concurrent.LongReads} takes the views and sends the
 * answers on the node's thread; {@link io.fleet.reads.concurrent.ReadThreads} are the threads of a node.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.reads.concurrent;
