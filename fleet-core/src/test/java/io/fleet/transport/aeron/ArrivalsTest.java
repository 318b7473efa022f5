package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.ThreadingMode;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What is received by a thread that waits for ever when there is nothing. */
class ArrivalsTest {
    private static final long FOR_EVER_NS = TimeUnit.MINUTES.toNanos(10);
    private static final int PACKETS = 1000;

    private static AeronConfig.Builder config(final Kind kind, final ThreadingMode mode) {
        return AeronConfig.builder().kind(kind).threadingMode(mode)
            .broadcastTermLength(1 << 20).unicastTermLength(1 << 20);
    }

    @Test
    void shouldEndAWaitOfTheThreadThatDrivesTheDriver() throws Exception {
        try (Network network = new Network(2)) {
            final Peer sender = network.node(network.launch(config(Kind.MDC, ThreadingMode.INVOKER)), 0);
            final Peer receiver = network.node(network.launch(config(Kind.MDC, ThreadingMode.INVOKER)), 1);
            network.awaitFresh("before", sender, Transport.ALL_NODES, receiver);
            receiveWaiting(sender, Transport.ALL_NODES, receiver);
        }
    }

    @Test
    void shouldEndAWaitWhenAPacketIsPutIntoSharedMemory() throws Exception {
        try (Network network = new Network(2)) {
            final AeronTransports transports = network.launch(config(Kind.IPC, ThreadingMode.SHARED));
            final Peer sender = network.node(transports, 0);
            final Peer receiver = network.node(transports, 1);
            network.awaitFresh("before", sender, Transport.ALL_NODES, receiver);
            receiveWaiting(sender, Transport.ALL_NODES, receiver);
            receiveWaiting(sender, receiver.id, receiver);
        }
    }

    @Test
    void shouldEndAWaitOfAClientWhenItsAnswerIsPutIntoSharedMemory() throws Exception {
        try (Network network = new Network(1)) {
            final AeronTransports transports = network.launch(config(Kind.IPC, ThreadingMode.SHARED));
            final Peer node = network.node(transports, 0);
            final Peer client = network.client(transports, 5000);
            final int path = node.transport.openReturnPath(client.transport.responseChannel());
            network.awaitFresh("before", node, path, client);
            receiveWaiting(node, path, client);
        }
    }

    @Test
    void shouldSayWhereNothingEndsAWait() {
        try (Network network = new Network(1)) {
            final AeronTransports shared = network.launch(config(Kind.MDC, ThreadingMode.SHARED));
            assertFalse(network.node(shared, 0).transport.waiter().isWokenByArrivals());
            final AeronTransports owner = network.launch(config(Kind.IPC, ThreadingMode.SHARED));
            assertTrue(owner.node(0, network.members).waiter().isWokenByArrivals());
            final AeronTransports guest = network.launch(
                config(Kind.IPC, ThreadingMode.SHARED).driverDirectory(owner.driverDirectory()).streamId(9100));
            assertFalse(guest.node(0, network.members).waiter().isWokenByArrivals(),
                "packets may come from another process");
        }
    }

    private static void receiveWaiting(final Peer sender, final int destination, final Peer receiver)
        throws InterruptedException {
        final Waiter waiter = receiver.transport.waiter();
        assertTrue(waiter.isWokenByArrivals());
        final long last = receiver.highestFrom(sender.id) + PACKETS;
        final BooleanSupplier received = () -> receiver.highestFrom(sender.id) >= last;
        final AtomicBoolean isSending = new AtomicBoolean(true);
        final Thread sending = new Thread(() -> {
            while (isSending.get()) {
                sender.send(destination, 200);
                sender.work();
            }
        });
        sending.start();
        try {
            while (!received.getAsBoolean()) {
                waiter.begin();
                if (receiver.work() == 0) {
                    waiter.await(FOR_EVER_NS);
                }
                waiter.end();
            }
        } finally {
            isSending.set(false);
            sending.join();
        }
        assertEquals(0, receiver.damaged());
    }
}
