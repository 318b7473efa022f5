package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import io.fleet.transport.aeron.config.Endpoint;
import org.agrona.collections.ArrayUtil;

/**
 * The packet is offered to each peer's publication, which others use and own. A peer that takes nothing loses its own
 * packets only, unless it is the one that is needed.
 */
final class EachPeerBroadcast implements Broadcast {
    private Way[] peers = {};

    @Override
    public boolean offer(final Way needed, final Packet packet) {
        boolean taken = needed != null;
        if (taken && !needed.offer(packet)) {
            return false;
        }
        for (final Way peer : peers) {
            if (peer != needed) {
                taken |= peer.offer(packet);
            }
        }
        return taken;
    }

    @Override
    public void add(final Endpoint peer, final Way publication) {
        peers = ArrayUtil.add(peers, publication);
    }

    @Override
    public void remove(final Endpoint peer, final Way publication) {
        peers = ArrayUtil.remove(peers, publication);
    }

    @Override
    public int doWork(final long nowNs) {
        return 0;
    }

    @Override
    public void close() {
    }
}
