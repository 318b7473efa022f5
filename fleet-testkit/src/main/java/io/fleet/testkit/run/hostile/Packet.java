package io.fleet.testkit.run.hostile;

import org.agrona.DirectBuffer;

/**
 * What a stranger sends.
 *
 * @param buffer where it is, from index 0.
 * @param length in bytes.
 */
record Packet(DirectBuffer buffer, int length) {
}
