/**
 * How threads of a program reach the one thread of a client: {@link io.fleet.client.handle.ClientHandle} with its
 * queue, futures and callbacks.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.client.handle;
