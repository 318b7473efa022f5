/**
 * Hosts groups: {@link io.fleet.node.NodeCore} wires roles to wire, transport and storage and runs one duty cycle at a
 * time; {@link io.fleet.node.thread.NodeRunner} gives it threads. The simulator drives the same {@code NodeCore}
 * without threads.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node;
