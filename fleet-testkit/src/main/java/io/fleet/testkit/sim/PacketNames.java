package io.fleet.testkit.sim;

import org.agrona.DirectBuffer;

/** Says what a packet is, for those who read a trace. */
@FunctionalInterface
public interface PacketNames {
    /**
     * Names a packet.
     *
     * @param buffer where it is; valid during the call.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return one word.
     */
    String name(DirectBuffer buffer, int offset, int length);
}
