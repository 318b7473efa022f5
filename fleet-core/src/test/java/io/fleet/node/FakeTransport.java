package io.fleet.node;

import io.fleet.transport.Packet;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** A transport that takes everything and brings nothing of itself; return paths are numbered from 100. */
public final class FakeTransport implements Transport {
    public final List<Integer> closedPaths = new ArrayList<>();
    public final Map<Integer, String> reached = new TreeMap<>();
    private final Waiter waiter = new ParkingWaiter(false);
    public int offered;
    /** What was offered last, and where to. */
    public byte[] last = {};
    public int lastDestination;
    /** Where the data of it lay; null where it lay in one place with the rest. */
    public byte[] lastData;
    /** To how many of some nodes it sends. */
    public int some;
    /** Whether it takes nothing. */
    public boolean isFull;
    /** What comes when so many packets may: how many they are. */
    public IntUnaryOperator onPoll = limit -> 0;
    private int nextPath = 100;

    @Override
    public int poll(final PacketHandler handler, final int limit) {
        return onPoll.applyAsInt(limit);
    }

    @Override
    public boolean offer(final int destination, final Packet packet) {
        if (isFull) {
            return false;
        }
        offered++;
        lastDestination = destination;
        last = packet.toBytes();
        lastData = packet.data().byteArray();
        return true;
    }

    @Override
    public int offerToSome(final int[] nodes, final int needed, final Packet packet) {
        last = packet.toBytes();
        return some;
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
    public boolean connect(final int node, final String address) {
        reached.put(node, address);
        return true;
    }

    @Override
    public void disconnect(final int node) {
        reached.remove(node);
    }

    @Override
    public int[] connected() {
        return reached.keySet().stream().mapToInt(Integer::intValue).toArray();
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
