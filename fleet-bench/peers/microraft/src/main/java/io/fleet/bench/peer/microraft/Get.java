package io.fleet.bench.peer.microraft;

/**
 * Asks for a value.
 *
 * @param key which.
 */
record Get(long key) {
}
