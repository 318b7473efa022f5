package io.fleet.node;

import io.fleet.transport.PacketHandler;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** A transport that takes everything and brings nothing; return paths are numbered from 100. */
final class FakeTransport implements Transport {
    final List<Integer> closedPaths = new ArrayList<>();
    private final Waiter waiter = new ParkingWaiter(false);
    int offered;
    private int nextPath = 100;

    @Override
    public int poll(final PacketHandler handler, final int limit) {
        return 0;
    }

    @Override
    public boolean offer(final int destination, final DirectBuffer buffer, final int offset, final int length) {
        offered++;
        return true;
    }

    @Override
    public Waiter waiter() {
        return waiter;
    }

    @Override
    public String responseChannel() {
        return "";
    }

    @Override
    public int openReturnPath(final String responseChannel) {
        return nextPath++;
    }

    @Override
    public void closeReturnPath(final int destination) {
        closedPaths.add(destination);
    }

    @Override
    public int doWork(final long nowNs) {
        return 0;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
