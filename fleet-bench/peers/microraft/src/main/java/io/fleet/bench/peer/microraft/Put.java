package io.fleet.bench.peer.microraft;

/**
 * Replaces a value; what the log holds.
 *
 * @param key   which.
 * @param value the whole array; never changed by anybody.
 */
record Put(long key, byte[] value) {
}
