/**
 * Erasure codecs: they make m parity shards of k data shards, and any missing shards of any k others. The code is the
 * systematic Reed-Solomon code over GF(2^8) with polynomial 0x11D whose matrix is a Vandermonde matrix times the
 * inverse of its first k rows; all implementations here give the same bytes. Nothing here knows what a shard is
 * for: ids, checksums and durability are the protocol's business (C2, C7).
 *
 * <p>{@link io.fleet.ec.codec.CodecKind} chooses an implementation, {@link io.fleet.ec.codec.ErasureCodec} is what all
 * can do, {@link io.fleet.ec.codec.ShardSet} says which shards are there and where missing ones go. Inside, a
 * {@code Recipe} says which rows of the matrix turn the given shards into the wanted ones, and a {@code Product}
 * multiplies: with the vector API where the JVM has it, by tables where it has not.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.codec;
