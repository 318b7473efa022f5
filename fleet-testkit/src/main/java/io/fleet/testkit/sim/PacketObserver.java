package io.fleet.testkit.sim;

import org.agrona.DirectBuffer;

/** Sees every packet that an endpoint sends, once, whoever is to receive it and whether or not it arrives. */
@FunctionalInterface
public interface PacketObserver {
    /**
     * Called while the sender offers the packet, before anyone can have received it.
     *
     * @param from   the sender: a node id, or a number above all node ids for a client.
     * @param buffer where the packet is; valid during the call.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void onPacket(int from, DirectBuffer buffer, int offset, int length);
}
