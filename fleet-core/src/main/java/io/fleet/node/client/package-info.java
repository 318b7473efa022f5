/**
 * Clients of other processes: their handshake, who is connected, and why one was refused.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.node.client;
