package io.fleet.transport;

import org.agrona.DirectBuffer;

/** Takes one received packet. */
@FunctionalInterface
public interface PacketHandler {
    /**
     * Called on the polling thread for each packet.
     *
     * @param buffer where the packet is; valid during the call.
     * @param offset of its first byte.
     * @param length in bytes; not to be trusted to hold a whole or well-formed message.
     */
    void onPacket(DirectBuffer buffer, int offset, int length);
}
