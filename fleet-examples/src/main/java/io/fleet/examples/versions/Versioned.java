package io.fleet.examples.versions;

/**
 * A value and the version that put it there.
 *
 * @param version of the put.
 * @param value   owned by the reader.
 */
public record Versioned(long version, byte[] value) {
}
