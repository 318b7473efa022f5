/**
 * What arrives over Aeron: who may send it, whole packets out of fragments, within bounds.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.transport.aeron.inbound;
