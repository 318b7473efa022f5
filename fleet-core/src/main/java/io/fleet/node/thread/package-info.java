/**
 * The threads of a node: the duty thread, flushers, files, and the watchdog of a node that stalls.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.thread;
