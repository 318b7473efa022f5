package io.fleet.testkit.sim;

import org.agrona.DirectBuffer;

/** Sees every packet that an endpoint takes out of its inbox: what its owner knows, and from when on. */
@FunctionalInterface
public interface ReceiptObserver {
    /**
     * Called before the receiver is handed the packet.
     *
     * @param to     the endpoint that reads it; clients are numbered behind the nodes.
     * @param buffer where the packet is, as it arrived; valid during the call.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void onReceipt(int to, DirectBuffer buffer, int offset, int length);
}
