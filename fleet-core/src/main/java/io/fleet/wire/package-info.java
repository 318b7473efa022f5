/**
 * Messages to bytes and back. {@link io.fleet.wire.WireEncoder} writes, {@link io.fleet.wire.WireDecoder} checks and
 * reads; each message has one {@link io.fleet.wire.codec.MessageCodec} around the codecs that the build generates from
 * the SBE schema into {@code io.fleet.wire.sbe}; a {@link io.fleet.wire.CodecCatalog} says which exist. A mode
 * brings {@link io.fleet.wire.MessageCodecs} of its own, which a node that hosts such a group adds; remote clients use
 * {@code CodecCatalog.core()} as it is.
 * {@code docs/formats.md} tells how to add a message.
 *
 * <p>A packet comes from the network and nothing in it is believed: every length and count is compared with what is
 * there before it is used, and every number with its range. What does not pass is counted in {@link
 * io.fleet.wire.codec.WireErrors} and dropped.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.wire;
