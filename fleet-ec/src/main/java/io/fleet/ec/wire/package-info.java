/**
 * The messages of coded groups to bytes and back: codecs like those of {@link io.fleet.wire}, around what the build
 * generates from {@code src/main/sbe} into {@code io.fleet.ec.wire.sbe}.
 */
package io.fleet.ec.wire;
