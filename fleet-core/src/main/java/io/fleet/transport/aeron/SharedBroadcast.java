package io.fleet.transport.aeron;

import io.fleet.transport.Packet;
import io.fleet.transport.aeron.config.Endpoint;
import java.util.function.Function;

/** One publication that the media driver multiplies. */
final class SharedBroadcast implements Broadcast {
    private final PublicationSlot slot;
    private final Function<Endpoint, String> destinations;

    /**
     * Creates it.
     *
     * @param destinations the channel that reaches a node.
     */
    SharedBroadcast(final PublicationSlot slot, final Function<Endpoint, String> destinations) {
        this.slot = slot;
        this.destinations = destinations;
    }

    @Override
    public boolean offer(final Way needed, final Packet packet) {
        return slot.offer(packet);
    }

    @Override
    public void add(final Endpoint peer, final Way publication) {
        slot.addDestination(destinations.apply(peer));
    }

    @Override
    public void remove(final Endpoint peer, final Way publication) {
        slot.removeDestination(destinations.apply(peer));
    }

    @Override
    public int doWork(final long nowNs) {
        return slot.doWork(nowNs);
    }

    @Override
    public void close() {
        slot.close();
    }
}
