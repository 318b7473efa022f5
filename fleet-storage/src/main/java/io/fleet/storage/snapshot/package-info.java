/**
 * Snapshots of the state of groups. A snapshot is a row of part files of fixed lengths, made of chunks that each carry
 * a checksum, and a manifest that is renamed into place when every part is durable: without its manifest it does not
 * exist.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.storage.snapshot;
