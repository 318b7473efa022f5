/**
 * Codecs of {@link io.fleet.consensus.message.snapshot}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.wire.codec.snapshot;
