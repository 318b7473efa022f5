package io.fleet.testkit.sim;

/**
 * The part of one unsynced write that lies in one sector of 512 bytes; it becomes durable as a whole or not at all.
 *
 * @param file     the name of the file.
 * @param write    which of the unsynced writes of the file: 0 is the first since its last sync.
 * @param position of its first byte in the file.
 * @param length   bytes, 1 to 512.
 */
public record UnsyncedSector(String file, int write, long position, int length) {
}
