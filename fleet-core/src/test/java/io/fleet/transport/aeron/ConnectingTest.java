package io.fleet.transport.aeron;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.ThreadingMode;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import io.fleet.transport.aeron.config.Endpoint;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nodes that an endpoint comes to know, and forgets, while it works. */
class ConnectingTest {
    private static final int SHORT = 100;
    private static final int LONG = 8_000;

    @ParameterizedTest
    @EnumSource(value = Kind.class, names = {"MDC", "IPC"})
    void shouldReachThoseThatComeAndNotThoseThatHaveGone(final Kind kind) {
        try (Network network = new Network(3)) {
            final AeronTransports on = network.launch(AeronConfig.builder().kind(kind));
            final List<Endpoint> first = network.members.subList(0, 2);
            final Peer sender = network.node(on, 0, first);
            final Peer member = network.node(on, 1, first);
            final Peer joiner = network.node(on, 2, network.members);
            network.awaitFresh("broadcast to a member", sender, Transport.ALL_NODES, member);
            assertEquals(-1, sender.send(2, SHORT), "node 2 is known");

            assertTrue(sender.transport.connect(2, network.members.get(2).address()));
            network.awaitFresh("unicast to the joiner", sender, 2, joiner);
            network.awaitFresh("broadcast to the joiner", sender, Transport.ALL_NODES, joiner);
            network.awaitFresh("broadcast to the member", sender, Transport.ALL_NODES, member);
            assertArrayEquals(new int[] {1, 2}, sender.transport.connected());

            sender.transport.disconnect(2);
            assertArrayEquals(new int[] {1}, sender.transport.connected());
            awaitNoBroadcasts(network, sender, member, joiner);
            network.awaitFresh("what is said to it alone", sender, 2, joiner);

            assertTrue(sender.transport.connect(2, network.members.get(2).address()));
            network.awaitFresh("broadcast to one that is back", sender, Transport.ALL_NODES, joiner);
            assertEquals(0, on.errorCount());
        }
    }

    /** A broadcast that the other member has got, and after it something for the joiner alone. */
    private static void awaitNoBroadcasts(final Network network, final Peer sender, final Peer member,
                                          final Peer joiner) {
        boolean quiet = false;
        final long begunNs = System.nanoTime();
        while (!quiet) {
            assertTrue(System.nanoTime() - begunNs < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS),
                "broadcasts still come");
            final long before = joiner.bytesFrom(0);
            network.awaitFlow(sender, member, LONG, LONG);
            for (int i = 0; i < 3; i++) {
                network.awaitFresh("unicast", sender, 2, joiner);
            }
            quiet = joiner.bytesFrom(0) - before < LONG;
        }
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = {"SHARED", "INVOKER"})
    void shouldFollowANodeToAnotherAddress(final ThreadingMode mode) {
        try (Network network = new Network(3)) {
            final Peer sender = network.node(launch(network, mode), 0, network.members.subList(0, 2));
            final Peer old = network.node(launch(network, mode), 1, network.members.subList(0, 2));
            network.awaitFresh("broadcast to the old address", sender, Transport.ALL_NODES, old);
            network.close(old);
            final Endpoint moved = new Endpoint(1, "127.0.0.1", network.members.get(2).port());
            final Peer anew = network.node(launch(network, mode), 1, List.of(network.members.get(0), moved));

            assertTrue(sender.transport.connect(1, moved.address()));

            assertEquals(moved.address(), sender.transport.address(1));
            network.awaitFresh("unicast to the new address", sender, 1, anew);
            network.awaitFresh("broadcast to the new address", sender, Transport.ALL_NODES, anew);
        }
    }

    private static AeronTransports launch(final Network network, final ThreadingMode mode) {
        return network.launch(AeronConfig.builder().kind(Kind.MDC).threadingMode(mode));
    }

    @Test
    void shouldRefuseAddressesThatAreNone() {
        try (Network network = new Network(2)) {
            final Peer sender = network.node(network.launch(AeronConfig.builder().kind(Kind.MDC)), 0);
            for (final String address : List.of("", "nowhere", "h:0", "h:65536", ":1", "h:1:2", "h|x:1", "[::1:1")) {
                assertFalse(sender.transport.connect(2, address), address);
            }
            assertFalse(sender.transport.connect(-1, "127.0.0.1:9"));
            assertFalse(sender.transport.connect(Endpoint.MAX_NODE_ID + 1, "127.0.0.1:9"));
            assertArrayEquals(new int[] {1}, sender.transport.connected());
        }
    }
}
