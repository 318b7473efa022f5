package io.fleet.transport.aeron;

import org.agrona.DirectBuffer;

/**
 * The packet is offered to each peer's publication, which others use and own. A peer that takes nothing loses its own
 * packets only.
 */
final class EachPeerBroadcast implements Broadcast {
    private final PublicationSlot[] peers;

    EachPeerBroadcast(final PublicationSlot[] peers) {
        this.peers = peers;
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length) {
        boolean taken = false;
        for (final PublicationSlot peer : peers) {
            taken |= peer.offer(buffer, offset, length);
        }
        return taken;
    }

    @Override
    public int doWork(final long nowNs) {
        return 0;
    }

    @Override
    public void close() {
    }
}
