package io.fleet.testkit.sim;

import io.fleet.transport.Packet;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import java.util.ArrayDeque;
import org.agrona.collections.IntHashSet;
import org.agrona.concurrent.UnsafeBuffer;

/** One endpoint of a {@link SimNetwork}: an inbox of bounded length, and what it may send to. */
final class SimTransport implements Transport {
    private static final int INBOX_PACKETS = 8192;
    private static final int RETURN_PATHS = 1024;

    private final SimNetwork network;
    private final int endpoint;
    private final String channel;
    private final ArrayDeque<byte[]> inbox = new ArrayDeque<>();
    private final Waiter waiter = new ParkingWaiter(false);
    private final IntHashSet returnPaths = new IntHashSet();
    private final UnsafeBuffer view = new UnsafeBuffer();
    private Runnable wakeUp = () -> {};
    private boolean closed;

    SimTransport(final SimNetwork network, final int endpoint, final String channel) {
        this.network = network;
        this.endpoint = endpoint;
        this.channel = channel;
    }

    @Override
    public int poll(final PacketHandler handler, final int limit) {
        int count = 0;
        while (count < limit && !inbox.isEmpty()) {
            final byte[] packet = inbox.poll();
            view.wrap(packet);
            network.received(endpoint, view, packet.length);
            handler.onPacket(view, 0, packet.length);
            count++;
        }
        return count;
    }

    @Override
    public boolean offer(final int destination, final Packet packet) {
        if (packet.length() > MAX_PACKET) {
            throw new IllegalArgumentException(
                "packet length is " + packet.length() + ", but must be from 0 to " + MAX_PACKET);
        }
        return !closed && network.offer(this, destination, packet);
    }

    @Override
    public int offerToSome(final int[] nodes, final int needed, final Packet packet) {
        final boolean isNeeded = needed >= 0 && needed != endpoint;
        if (isNeeded && !offer(needed, packet)) {
            return NOBODY;
        }
        int taken = isNeeded ? 1 : 0;
        int refused = 0;
        for (final int node : nodes) {
            if (node != endpoint && node != needed) {
                if (offer(node, packet)) {
                    taken++;
                } else {
                    refused++;
                }
            }
        }
        return taken == 0 && refused > 0 ? NOBODY : taken;
    }

    @Override
    public Waiter waiter() {
        return waiter;
    }

    @Override
    public String responseChannel() {
        return channel;
    }

    @Override
    public int openReturnPath(final String responseChannel) {
        final int destination = network.returnPath(responseChannel);
        if (destination < 0 || !returnPaths.contains(destination) && returnPaths.size() == RETURN_PATHS) {
            return ALL_NODES - 1;
        }
        returnPaths.add(destination);
        return destination;
    }

    @Override
    public void closeReturnPath(final int destination) {
        returnPaths.remove(destination);
    }

    @Override
    public int doWork(final long nowNs) {
        return 0;
    }

    @Override
    public void close() {
        closed = true;
        inbox.clear();
        network.closed(this);
    }

    int endpoint() {
        return endpoint;
    }

    boolean hasReturnPath(final int destination) {
        return returnPaths.contains(destination);
    }

    void wakeUp(final Runnable newWakeUp) {
        wakeUp = newWakeUp;
    }

    boolean receive(final byte[] packet) {
        if (inbox.size() == INBOX_PACKETS) {
            return false;
        }
        inbox.add(packet);
        if (inbox.size() == 1) {
            wakeUp.run();
        }
        return true;
    }
}
