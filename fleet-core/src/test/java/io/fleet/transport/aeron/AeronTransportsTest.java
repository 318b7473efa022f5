package io.fleet.transport.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.ThreadingMode;
import io.fleet.error.ConfigException;
import io.fleet.transport.Packet;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.Transport;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.AeronConfig.Kind;
import io.fleet.transport.aeron.config.Endpoint;
import java.io.File;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("slow")
class AeronTransportsTest {
    private static final int TERM = 1 << 20;
    private static final int CLIENT = 5000;

    /** The kinds of networks, and who drives the driver. */
    private enum Way {
        MDC, IPC, INVOKER;

        /** The transports on which to open the endpoint of a number. */
        IntFunction<AeronTransports> on(final Network network) {
            if (this == INVOKER) {
                final Map<Integer, AeronTransports> own = new HashMap<>();
                return id -> own.computeIfAbsent(id, any -> network.launch(config(Kind.MDC).threadingMode(
                    ThreadingMode.INVOKER)));
            }
            final AeronTransports shared = network.launch(config(Kind.valueOf(name())));
            return id -> shared;
        }
    }

    private static AeronConfig.Builder config(final Kind kind) {
        return AeronConfig.builder().kind(kind).broadcastTermLength(TERM).unicastTermLength(TERM);
    }

    @ParameterizedTest
    @EnumSource
    void shouldExchangeBetweenAllNodes(final Way way) {
        try (Network network = new Network(3)) {
            final IntFunction<AeronTransports> on = way.on(network);
            final Peer[] peers = new Peer[3];
            for (int i = 0; i < 3; i++) {
                peers[i] = network.node(on.apply(i), i);
            }
            for (final Peer from : peers) {
                for (final Peer to : peers) {
                    if (from != to) {
                        network.awaitFresh("unicast", from, to.id, to);
                        network.awaitFresh("broadcast", from, Transport.ALL_NODES, to);
                        network.awaitFlow(from, to, Transport.MAX_PACKET, Transport.MAX_PACKET);
                    }
                }
                assertEquals(0, from.highestFrom(from.id), "own packets come back");
                assertEquals(0, from.damaged());
            }
            assertEquals("", peers[0].transport.responseChannel());
            for (final Peer peer : peers) {
                assertEquals(0, on.apply(peer.id).errorCount());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotStallOnDeadAndStuckPeers(final Way way) {
        try (Network network = new Network(4)) {
            final IntFunction<AeronTransports> on = way.on(network);
            final Peer sender = network.node(on.apply(0), 0);
            final Peer good = network.node(on.apply(1), 1);
            final Peer stuck = network.node(on.apply(2), 2);
            network.awaitFresh("to the one that will be stuck", sender, Transport.ALL_NODES, stuck);
            network.awaitFresh("unicast to the one that will be stuck", sender, stuck.id, stuck);
            network.stick(stuck);

            network.awaitFlow(sender, good, 4L * TERM, 16 * 1024);
            network.awaitFresh("unicast beside a stuck peer", sender, good.id, good);
            network.awaitFresh("answer beside a stuck peer", good, Transport.ALL_NODES, sender);
            assertEquals(0, good.damaged());

            network.unstick(stuck);
            network.awaitFresh("broadcast to the peer that is back", sender, Transport.ALL_NODES, stuck);
            network.awaitFresh("unicast to the peer that is back", sender, stuck.id, stuck);
            network.awaitFresh("broadcast from the peer that is back", stuck, Transport.ALL_NODES, good);
            assertEquals(0, stuck.damaged());
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReachAnEndpointThatIsCreatedAgain(final Way way) {
        try (Network network = new Network(3)) {
            final IntFunction<AeronTransports> on = way.on(network);
            final Peer sender = network.node(on.apply(0), 0);
            final Peer other = network.node(on.apply(1), 1);
            final Peer first = network.node(on.apply(2), 2);
            network.awaitFresh("before", sender, Transport.ALL_NODES, first);
            network.close(first);
            network.awaitFlow(sender, other, 4L * TERM, 16 * 1024);

            final Peer second = network.node(on.apply(2), 2);
            network.awaitFresh("broadcast", sender, Transport.ALL_NODES, second);
            network.awaitFresh("unicast", sender, second.id, second);
            network.awaitFresh("from the new one", second, Transport.ALL_NODES, other);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerRemoteClients(final Way way) {
        try (Network network = new Network(2)) {
            final IntFunction<AeronTransports> on = way.on(network);
            final Peer zero = network.node(on.apply(0), 0);
            final Peer one = network.node(on.apply(1), 1);
            final Peer client = network.client(on.apply(CLIENT), CLIENT);
            network.awaitFresh("client to all", client, Transport.ALL_NODES, zero);
            network.awaitFresh("client to all", client, Transport.ALL_NODES, one);
            network.awaitFresh("client to one", client, 1, one);

            final String channel = client.transport.responseChannel();
            final int path = zero.transport.openReturnPath(channel);
            assertTrue(path > Endpoint.MAX_NODE_ID, channel);
            assertEquals(path, zero.transport.openReturnPath(channel));
            network.awaitFresh("answer", zero, path, client);
            network.awaitFresh("answer of another node", one, one.transport.openReturnPath(channel), client);

            zero.transport.closeReturnPath(path);
            network.awaitFresh("answer, still open once", zero, path, client);
            zero.transport.closeReturnPath(path);
            assertEquals(-1, zero.send(path, 100));
            assertFalse(zero.transport.openReturnPath(channel) == path);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SHARED", "INVOKER"})
    void shouldConnectDrivers(final ThreadingMode mode) {
        try (Network network = new Network(2)) {
            final Peer zero = network.node(network.launch(config(Kind.MDC).threadingMode(mode)), 0);
            final Peer one = network.node(network.launch(config(Kind.MDC).threadingMode(mode)), 1);
            final Peer client = network.client(network.launch(config(Kind.MDC).threadingMode(mode)), CLIENT);
            network.awaitFlow(zero, one, 4L * TERM, Transport.MAX_PACKET);
            network.awaitFlow(one, zero, 4L * TERM, Transport.MAX_PACKET);
            network.awaitFresh("client", client, Transport.ALL_NODES, zero);
            final int path = zero.transport.openReturnPath(client.transport.responseChannel());
            network.awaitFresh("answer", zero, path, client);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SHARED", "INVOKER"})
    void shouldReachANodeWhoseDriverWasKilledAndStartedAgain(final ThreadingMode mode) {
        try (Network network = new Network(3)) {
            final Peer zero = network.node(network.launch(config(Kind.MDC).threadingMode(mode)), 0);
            final Peer one = network.node(network.launch(config(Kind.MDC).threadingMode(mode)), 1);
            final AeronTransports dies = AeronTransports.launch(config(Kind.MDC).threadingMode(mode).build());
            final Peer first = network.node(dies, 2);
            network.awaitFresh("before", zero, Transport.ALL_NODES, first);
            network.awaitFresh("before", first, 0, zero);
            network.stick(first);
            dies.close();
            network.awaitFlow(zero, one, 4L * TERM, 16 * 1024);

            final Peer second = network.node(network.launch(config(Kind.MDC).threadingMode(mode)), 2);
            network.awaitFresh("broadcast", zero, Transport.ALL_NODES, second);
            network.awaitFresh("unicast", zero, 2, second);
            network.awaitFresh("from the new one", second, 0, zero);
        }
    }

    @Test
    void shouldUseADriverThatRunsAlready() {
        try (Network network = new Network(2)) {
            final AeronTransports owner = network.launch(config(Kind.IPC));
            final AeronTransports guest = network.launch(config(Kind.IPC).driverDirectory(owner.driverDirectory()));
            assertEquals(owner.driverDirectory(), guest.driverDirectory());
            final Peer zero = network.node(owner, 0);
            final Peer one = network.node(guest, 1);
            network.awaitFresh("to the guest", zero, Transport.ALL_NODES, one);
            network.awaitFresh("from the guest", one, 0, zero);
            guest.close();
            assertTrue(new File(owner.driverDirectory()).exists());
        }
    }

    @Test
    void shouldWorkWhileANameDoesNotResolve() {
        try (Network network = new Network(2)) {
            final AeronTransports transports = network.launch(config(Kind.MDC).errorHandler(error -> {}));
            final List<Endpoint> members = List.of(
                network.members.get(0), network.members.get(1), new Endpoint(2, "no-such-host.invalid", 4000));
            final Peer one = network.node(transports, 1);
            final Peer zero = new Peer(0, transports.node(0, members));
            network.unstick(zero);
            network.awaitFresh("broadcast", zero, Transport.ALL_NODES, one);
            network.awaitFresh("unicast", zero, 1, one);
            assertEquals(-1, zero.send(2, 100));
            network.await("an error that names the host", () -> transports.errorCount() > 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldServeAClusterOfOne(final Way way) {
        try (Network network = new Network(1)) {
            final IntFunction<AeronTransports> on = way.on(network);
            final Peer zero = network.node(on.apply(0), 0);
            assertTrue(zero.send(Transport.ALL_NODES, 100) > 0);
            final Peer client = network.client(on.apply(CLIENT), CLIENT);
            network.awaitFresh("client", client, Transport.ALL_NODES, zero);
        }
    }

    @Test
    void shouldHandWhatAHandlerThrowsToTheCaller() {
        try (Network network = new Network(2)) {
            final AeronTransports transports = network.launch(config(Kind.IPC));
            final Peer zero = network.node(transports, 0);
            final Peer one = network.node(transports, 1);
            network.awaitFresh("before", zero, 1, one);
            network.stick(one);
            assertTrue(zero.send(1, 100) > 0);
            final PacketHandler refusing = (buffer, offset, length) -> {
                throw new IllegalStateException("from the handler");
            };
            final IllegalStateException thrown = assertThrows(IllegalStateException.class,
                () -> one.transport.poll(refusing, 10));
            assertEquals("from the handler", thrown.getMessage());
        }
    }

    @Test
    void shouldFailLoudlyWhenTheClientHasClosed() {
        try (Network network = new Network(1)) {
            final AeronTransports transports = AeronTransports.launch(config(Kind.IPC).build());
            final Transport node = transports.node(0, network.members);
            assertTrue(new File(transports.driverDirectory()).isDirectory());
            transports.close();
            assertFalse(new File(transports.driverDirectory()).exists());
            assertThrows(IllegalStateException.class, () -> node.doWork(0));
        }
    }

    @Test
    void shouldRefuseBadDestinationsAndLengths() {
        try (Network network = new Network(2)) {
            final Transport node = network.launch(config(Kind.MDC)).node(0, network.members);
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Transport.MAX_PACKET + 1]);
            for (final int destination : new int[] {-2, 0, 7, 1023, 1024, 5000, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertFalse(node.offer(destination, Packet.of(buffer, 0, 10)), "destination " + destination);
            }
            final Packet tooLong = Packet.of(buffer, 0, Transport.MAX_PACKET + 1);
            assertThrows(IllegalArgumentException.class, () -> node.offer(1, tooLong));
            node.closeReturnPath(1024);
            node.closeReturnPath(-2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MDC", "IPC"})
    void shouldRefuseMalformedResponseChannels(final Kind kind) {
        try (Network network = new Network(2)) {
            final Transport node = network.launch(config(kind).maxReturnPaths(2)).node(0, network.members);
            final String[] bad = {
                null, "", "aeron:udp", "aeron:udp?endpoint=", "aeron:udp?endpoint=127.0.0.1",
                "aeron:udp?endpoint=127.0.0.1:0",
                "aeron:udp?endpoint=127.0.0.1:65536", "aeron:udp?endpoint=127.0.0.1:99999999999",
                "aeron:udp?endpoint=localhost:4000", "aeron:udp?endpoint=256.0.0.1:4000",
                "aeron:udp?endpoint=0.0.0.0:4000",
                "aeron:udp?endpoint=224.0.1.1:4000", "aeron:udp?endpoint=255.255.255.255:4000",
                "aeron:udp?endpoint=127.0.0.1:4000|term-length=1g", "aeron:udp?endpoint=127.0.0.1:4000 ",
                "aeron:udp?control=127.0.0.1:4000|endpoint=127.0.0.1:4000",
                "aeron-spy:aeron:udp?endpoint=127.0.0.1:4000",
                "aeron:udp?endpoint=[::1%lo]:4000", "aeron:udp?endpoint=[ff02::1]:4000", "aeron:udp?endpoint=[::]:4000",
                "aeron:udp?endpoint=[zz::1]:4000", "aeron:ipc", "aeron:ipc?stream-id=7001", "aeron:ipc?stream-id=-1",
                "aeron:ipc?stream-id=99999999999", "aeron:ipc?stream-id=20000000|term-length=1g",
                "aeron:udp?endpoint=127.0.0.1:4000" + "0".repeat(300)
            };
            for (final String channel : bad) {
                assertEquals(-2, node.openReturnPath(channel), channel);
            }
            final String other =
                kind == Kind.IPC ? "aeron:udp?endpoint=127.0.0.1:4000" : "aeron:ipc?stream-id=20000000";
            assertEquals(-2, node.openReturnPath(other), other);
            final String good = kind == Kind.IPC ? "aeron:ipc?stream-id=2000000" : "aeron:udp?endpoint=127.0.0.1:400";
            final int first = node.openReturnPath(kind == Kind.IPC ? good + "01" : good + "1");
            assertTrue(first >= 1024);
            assertTrue(node.openReturnPath(kind == Kind.IPC ? good + "02" : "aeron:udp?endpoint=[::1]:4002") >= 1024);
            assertEquals(-2, node.openReturnPath(kind == Kind.IPC ? good + "03" : good + "3"), "the table is full");
            node.closeReturnPath(first);
            assertTrue(node.openReturnPath(kind == Kind.IPC ? good + "03" : good + "3") >= 1024);
        }
    }

    @Test
    void shouldNameWhatIsWrongWithAConfiguration() {
        try (Network network = new Network(2)) {
            final AeronTransports transports = network.launch(config(Kind.MDC));
            transports.node(0, network.members);
            refused("node 5", "nodeId is 5, but must be one of the members", () -> transports.node(5, network.members));
            refused("twice", "endpoint of node 0 is 127.0.0.1:",
                () -> network.launch(config(Kind.MDC).errorHandler(e -> {})).node(0, network.members));
            final Endpoint zero = network.members.get(0);
            refused("ids", "each node id may occur once", () -> transports.node(0, List.of(zero, zero)));
            refused("addresses", "each address may occur once",
                () -> transports.client("127.0.0.1", List.of(zero, new Endpoint(1, zero.host(), zero.port()))));
            refused("port", "port of node 1 is 0, but must be from 1 to 65535",
                () -> transports.client("127.0.0.1", List.of(zero, new Endpoint(1, "127.0.0.1", 0))));
            refused("host", "responseHost is '0.0.0.0'", () -> transports.client("0.0.0.0", network.members));
        }
        refused("term", "broadcastTermLength is 65536, but must be a power of two from 1048576 to 1073741824",
            () -> AeronConfig.builder().broadcastTermLength(65536));
        refused("mtu", "mtuLength is 1400, but must be a multiple of 32", () -> AeronConfig.builder().mtuLength(1400));
        refused("group", "multicastGroup is missing", () -> AeronConfig.builder().kind(Kind.MULTICAST).build());
        refused("group", "multicastGroup is '224.0.1.2:4000'",
            () -> AeronConfig.builder().multicastGroup("224.0.1.2:4000"));
        refused("group", "multicastGroup is '10.0.1.1:4000'",
            () -> AeronConfig.builder().multicastGroup("10.0.1.1:4000"));
        refused("window", "receiverWindowLength is 4194304, but must be from 1408 to 2097152",
            () -> AeronConfig.builder().receiverWindowLength(1 << 22).build());
        refused("host", "host of node 1 is 'a b|c'", () -> new Endpoint(1, "a b|c", 1));
        refused("id", "nodeId is 1024, but must be from 0 to 1023", () -> new Endpoint(1024, "a", 1));
    }

    private static void refused(final String what, final String expected, final Runnable action) {
        final String message = assertThrows(ConfigException.class, action::run, what).getMessage();
        assertTrue(message.contains(expected), message);
    }
}
