package io.fleet.transport.aeron;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;

import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Endpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Endpoints of a test on 127.0.0.1, worked by the test's thread. */
final class Network implements AutoCloseable {
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    private static final long IDLE_NS = 20_000;

    final List<Endpoint> members;
    private final List<AeronTransports> transports = new ArrayList<>();
    private final List<Peer> working = new ArrayList<>();

    Network(final int nodes) {
        members = freeEndpoints(nodes);
    }

    AeronTransports launch(final AeronConfig.Builder config) {
        final AeronTransports launched = AeronTransports.launch(config.build());
        transports.add(launched);
        return launched;
    }

    /** Opens a node that works. */
    Peer node(final AeronTransports on, final int nodeId) {
        final Peer peer = new Peer(nodeId, on.node(nodeId, members));
        working.add(peer);
        return peer;
    }

    /** Opens a node that works, and knows those nodes alone. */
    Peer node(final AeronTransports on, final int nodeId, final List<Endpoint> known) {
        final Peer peer = new Peer(nodeId, on.node(nodeId, known));
        working.add(peer);
        return peer;
    }

    /** Opens a client that works. */
    Peer client(final AeronTransports on, final int id) {
        final Peer peer = new Peer(id, on.client("127.0.0.1", members));
        working.add(peer);
        return peer;
    }

    /** From now on the peer neither polls nor works. */
    void stick(final Peer peer) {
        working.remove(peer);
    }

    void unstick(final Peer peer) {
        working.add(peer);
    }

    void close(final Peer peer) {
        working.remove(peer);
        peer.transport.close();
    }

    /** Works until the condition holds; fails after half a minute. */
    void await(final String what, final BooleanSupplier condition) {
        await(what, () -> {}, condition);
    }

    /** Works, and repeats an action, until the condition holds; fails after half a minute. */
    void await(final String what, final Runnable action, final BooleanSupplier condition) {
        final long deadlineNs = System.nanoTime() + BOUND_NS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new AssertionError("in vain: " + what);
            }
            action.run();
            int work = 0;
            for (final Peer peer : working) {
                work += peer.work();
            }
            if (work == 0) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    /** Sends until the receiver has a packet that was sent after this call. */
    void awaitFresh(final String what, final Peer from, final int destination, final Peer to) {
        final long before = from.lastSent();
        await(what, () -> from.send(destination, 200), () -> to.highestFrom(from.id) > before);
    }

    /** Sends to all until the receiver has got so many bytes more. */
    void awaitFlow(final Peer from, final Peer to, final long bytes, final int length) {
        final long before = to.bytesFrom(from.id);
        await(bytes + " bytes from " + from.id + " to " + to.id,
            () -> from.send(Transport.ALL_NODES, length),
            () -> to.bytesFrom(from.id) - before >= bytes);
    }

    @Override
    public void close() {
        transports.forEach(AeronTransports::close);
    }

    static List<Endpoint> freeEndpoints(final int count) {
        final List<DatagramSocket> sockets = new ArrayList<>();
        final List<Endpoint> endpoints = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                final DatagramSocket socket =
                    new DatagramSocket(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0));
                sockets.add(socket);
                endpoints.add(new Endpoint(i, "127.0.0.1", socket.getLocalPort()));
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            sockets.forEach(DatagramSocket::close);
        }
        return endpoints;
    }
}
