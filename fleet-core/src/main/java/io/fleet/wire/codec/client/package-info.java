/**
 * Codecs of {@link io.fleet.consensus.message.client}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.wire.codec.client;
