package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.ThreadingMode;
import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.node.config.Shard;
import io.fleet.transport.aeron.Settings;
import io.fleet.transport.aeron.config.AeronConfig;
import io.fleet.transport.aeron.config.Channels;
import io.fleet.transport.aeron.config.Endpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AeronSettingsTest {
    private static final int ANY_NETWORK = 1408;
    private static final int LOOPBACK = 16_384;

    @ParameterizedTest
    @CsvSource({
        "MDC, 127.0.0.1 127.0.0.1 127.0.0.1, 16384",
        "MDC, 127.0.0.1 127.1.2.3 ::1, 16384",
        "MDC, 127.0.0.1 127.0.0.1 10.0.0.3, 1408",
        "MDC, 10.0.0.1 10.0.0.2 10.0.0.3, 1408",
        "MDC, 127.0.0.1 no-such-host.invalid, 1408",
        "MULTICAST, 127.0.0.1 127.0.0.1, 1408",
        "IPC, 127.0.0.1 127.0.0.1, 1408"})
    void shouldSendLongPacketsWhereNoneLeavesTheMachine(final TransportKind kind, final String hosts, final int mtu) {
        assertEquals(mtu, Settings.mtuLength(AeronSettings.of(node(kind, hosts).build(), Shard.ALL)));
        if (kind != TransportKind.IPC) {
            assertEquals(mtu, Settings.mtuLength(AeronSettings.of(client(kind, hosts))), "a client of these nodes");
        }
    }

    @Test
    void shouldRefuseOneAddressOfTwoMembers() {
        final NodeConfig.Builder twice = NodeConfig.builder().clusterId(1).nodeId(0).member(0, "10.0.0.1", 9001)
            .member(1, "10.0.0.1", 9002).member(2, "10.0.0.1", 9001).directory(Path.of("any"))
            .group(0, GroupConfig.scattered(), () -> null);
        assertEquals("address of member 2 is 10.0.0.1:9001, which is that of member 0 already",
            assertThrows(ConfigException.class, twice::build).getMessage());
        assertEquals(3, twice.transport(TransportKind.IPC).build().members().size());
    }

    @Test
    void shouldGiveEachDutyThreadAPortOfItsOwn() {
        final NodeConfig.Builder node = NodeConfig.builder().clusterId(1).nodeId(0).member(0, "10.0.0.1", 9001)
            .member(1, "10.0.0.1", 9004).member(2, "10.0.0.2", 9002).directory(Path.of("any"))
            .dutyThreads(3);
        for (int group = 0; group < 4; group++) {
            node.group(group, GroupConfig.scattered(), () -> null);
        }
        final Shard last = new Shard(2, 3);
        assertEquals(List.of("10.0.0.1:9003", "10.0.0.1:9006", "10.0.0.2:9004"),
            Member.endpoints(node.build().members(), last, TransportKind.MDC).stream().map(Endpoint::address).toList());
        assertEquals("address of member 1 is 10.0.0.1:9004, which is too near to port 9001 of member 0: with"
            + " dutyThreads 4 each needs its port and the 3 behind it",
            assertThrows(ConfigException.class, node.dutyThreads(4)::build).getMessage());
        assertEquals(3, node.transport(TransportKind.IPC).build().members().size(), "no ports there");
        node.member(3, "10.0.0.3", 65_534).transport(TransportKind.MDC);
        assertEquals(2, node.dutyThreads(2).build().dutyThreads());
        assertEquals("port of member 3 is 65534, but must be from 1 to 65533 with dutyThreads 3: each has a port, from"
            + " this one on", assertThrows(ConfigException.class, node.dutyThreads(3)::build).getMessage());
        assertThrows(ConfigException.class, () -> node.dutyThreads(0));
        assertThrows(ConfigException.class, () -> node.dutyThreads(Shard.MAX_COUNT + 1));
    }

    @Test
    void shouldGiveEachDutyThreadAMulticastGroupOfItsOwn() {
        final Shard second = new Shard(1, 2);
        final NodeConfig.Builder node = node(TransportKind.MULTICAST, "10.0.0.1").dutyThreads(2)
            .group(1, GroupConfig.scattered(), () -> null);
        assertEquals("224.0.1.37:40456", AeronSettings.of(node.build(), new Shard(0, 2)).multicastGroup());
        assertEquals("224.0.1.37:40457", AeronSettings.of(node.build(), second).multicastGroup());
        final ClientConfig client = new ClientConfig(1, 5, GroupConfig.scattered(), members("10.0.0.1"), "127.0.0.1",
            TransportKind.MULTICAST, "224.0.1.37:40456", null).withDutyThreads(2);
        assertEquals("224.0.1.37:40457", AeronSettings.of(client).multicastGroup());
        assertEquals("port of multicastGroup 224.0.1.37:65535 is 65535, but must be from 1 to 65534 with dutyThreads 2:"
            + " each has a port, from this one on", assertThrows(ConfigException.class,
                node.multicastGroup("224.0.1.37:65535")::build).getMessage());
        assertThrows(ConfigException.class, () -> client.withDutyThreads(0));
    }

    @Test
    void shouldKeepDutyThreadsApartInSharedMemory() {
        final NodeConfig node = node(TransportKind.IPC, "127.0.0.1").dutyThreads(2)
            .group(1, GroupConfig.scattered(), () -> null).build();
        final int first = new Channels(AeronSettings.of(node, new Shard(0, 2))).nodeStream(Endpoint.MAX_NODE_ID);
        assertTrue(new Channels(AeronSettings.of(node, new Shard(1, 2))).broadcastStream() > first);
        assertEquals(new Channels(AeronConfig.builder().build()).broadcastStream(),
            new Channels(AeronSettings.of(node, new Shard(0, 2))).broadcastStream());
    }

    @Test
    void shouldKnowTheLengthsThatTheTableNames() {
        assertEquals(ANY_NETWORK, AeronSettings.NETWORK_MTU);
        assertEquals(LOOPBACK, AeronSettings.LOOPBACK_MTU);
    }

    @ParameterizedTest
    @CsvSource({
        "COMPACT, INVOKER, false",
        "SHARED, SHARED, false",
        "DEDICATED, DEDICATED, true"})
    void shouldGiveTheDriverItsThreads(final Threading threading, final ThreadingMode mode, final boolean spinning) {
        for (final TransportKind kind : List.of(TransportKind.MDC, TransportKind.MULTICAST)) {
            final AeronConfig config = AeronSettings.of(node(kind, "10.0.0.1").threading(threading).build(), Shard.ALL);
            assertEquals(mode, Settings.threadingMode(config));
            assertEquals(spinning, Settings.spinning(config));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveADriverThatOthersUseToItself(final Threading threading) {
        final AeronConfig ipc = AeronSettings.of(node(TransportKind.IPC, "127.0.0.1").threading(threading).build(),
            Shard.ALL);
        assertEquals(ThreadingMode.SHARED, Settings.threadingMode(ipc));
        final AeronConfig running = AeronSettings.of(
            node(TransportKind.MDC, "127.0.0.1").threading(threading).driverDirectory("somewhere").build(),
            Shard.ALL);
        assertEquals(ThreadingMode.SHARED, Settings.threadingMode(running));
        assertEquals("somewhere", Settings.driverDirectory(running));
    }

    @Test
    void shouldReceiveFromTheAddressesThatAreGiven() {
        final NodeConfig.Builder config = node(TransportKind.MDC, "10.0.0.1").allowedSources("10.7.0.0/16", "fd00::1");
        assertTrue(Settings.allows(AeronSettings.of(config.build(), Shard.ALL), "10.7.1.1"));
        assertFalse(Settings.allows(AeronSettings.of(config.build(), Shard.ALL), "10.8.1.1"));
        assertThrows(ConfigException.class, config.driverDirectory("somewhere")::build, "that driver is not told");
        final NodeConfig.Builder name = node(TransportKind.MDC, "10.0.0.1");
        assertTrue(assertThrows(ConfigException.class, () -> name.allowedSources("client.example")).getMessage()
            .contains("allowedSources has 'client.example', but must"));
    }

    @Test
    void shouldDriveTheDriverOfAClientOnItsThread() {
        final AeronConfig config = AeronSettings.of(client(TransportKind.MDC, "10.0.0.1"));
        assertEquals(ThreadingMode.INVOKER, Settings.threadingMode(config));
        assertEquals(AeronConfig.Kind.MDC, config.kind());
    }

    private static NodeConfig.Builder node(final TransportKind kind, final String hosts) {
        return NodeConfig.builder().clusterId(1).nodeId(0).members(members(hosts)).transport(kind)
            .multicastGroup("224.0.1.37:40456").directory(Path.of("unused"))
            .group(0, GroupConfig.scattered(), () -> null);
    }

    private static ClientConfig client(final TransportKind kind, final String hosts) {
        return new ClientConfig(1, 0, GroupConfig.scattered(), members(hosts), "127.0.0.1", kind, "224.0.1.37:40456",
            null);
    }

    private static List<Member> members(final String hosts) {
        final String[] each = hosts.split(" ");
        return IntStream.range(0, each.length).mapToObj(i -> new Member(i, each[i], 4001 + i)).toList();
    }
}
