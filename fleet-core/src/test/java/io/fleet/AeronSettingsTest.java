package io.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.driver.ThreadingMode;
import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.transport.aeron.Settings;
import io.fleet.transport.aeron.config.AeronConfig;
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
        assertEquals(mtu, Settings.mtuLength(AeronSettings.of(node(kind, hosts).build())));
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
            final AeronConfig config = AeronSettings.of(node(kind, "10.0.0.1").threading(threading).build());
            assertEquals(mode, Settings.threadingMode(config));
            assertEquals(spinning, Settings.spinning(config));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveADriverThatOthersUseToItself(final Threading threading) {
        final AeronConfig ipc = AeronSettings.of(node(TransportKind.IPC, "127.0.0.1").threading(threading).build());
        assertEquals(ThreadingMode.SHARED, Settings.threadingMode(ipc));
        final AeronConfig running = AeronSettings.of(
            node(TransportKind.MDC, "127.0.0.1").threading(threading).driverDirectory("somewhere").build());
        assertEquals(ThreadingMode.SHARED, Settings.threadingMode(running));
        assertEquals("somewhere", Settings.driverDirectory(running));
    }

    @Test
    void shouldReceiveFromTheAddressesThatAreGiven() {
        final NodeConfig.Builder config = node(TransportKind.MDC, "10.0.0.1").allowedSources("10.7.0.0/16", "fd00::1");
        assertTrue(Settings.allows(AeronSettings.of(config.build()), "10.7.1.1"));
        assertFalse(Settings.allows(AeronSettings.of(config.build()), "10.8.1.1"));
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
