/**
 * The messages of coded groups to bytes and back: codecs like those of {@link io.fleet.wire}, around what the build
 * generates from {@code src/main/sbe} into {@code io.fleet.ec.wire.sbe}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.wire;
