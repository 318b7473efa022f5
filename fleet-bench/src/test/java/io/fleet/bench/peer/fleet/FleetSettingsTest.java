package io.fleet.bench.peer.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ClientConfig;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Persistence;
import io.fleet.config.ReplierPolicy;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FleetSettingsTest {
    private static final Path DIRECTORY = Path.of("somewhere");

    private static PeerConfig config(final Map<String, String> settings) {
        return new PeerConfig("fleet", 3, IntStream.range(7000, 7040).boxed().toList(), true, DIRECTORY, DIRECTORY,
            100, 64, settings);
    }

    private static NodeConfig node(final Map<String, String> settings) {
        final FleetSettings read = FleetSettings.of(settings);
        return read.to(NodeConfig.builder().clusterId(1), DIRECTORY).nodeId(1)
            .members(FleetServer.members(config(settings)))
            .group(0, read.group(), () -> read.machine(config(settings))).build();
    }

    @Test
    void shouldBeTheDefaultsWithoutSettings() {
        assertEquals(GroupConfig.scattered().toString(), FleetSettings.of(Map.of()).group().toString());
        assertEquals(ServiceTime.NONE, FleetSettings.of(Map.of()).service());
        final NodeConfig node = node(Map.of());
        assertEquals(TransportKind.MDC, node.transport());
        assertEquals(List.of(DIRECTORY), node.directories());
    }

    @Test
    void shouldChangeTheGroupOfNodesAndClient() {
        final Map<String, String> words = Map.of("dissemination", "leader", "replier", "random", "replier-queue", "32",
            "persistence", "ordered", "batch-commands", "10");
        final GroupConfig group = FleetSettings.of(words).group();
        assertEquals(Dissemination.LEADER, group.dissemination());
        assertEquals(ReplierPolicy.RANDOM, group.replierPolicy());
        assertEquals(32, group.replierQueueBound());
        assertEquals(Persistence.ORDERED, group.persistence());
        assertEquals(10, group.maxBatchCommands());
        assertEquals(group.toString(), FleetSettings.of(words).client(config(words)).config().toString());
    }

    @Test
    void shouldUseMulticastAndLogsOfTheirOwn() {
        final Map<String, String> words = Map.of("transport", "multicast", "directories", "3");
        final NodeConfig node = node(words);
        assertEquals(TransportKind.MULTICAST, node.transport());
        assertEquals(3, node.directories().stream().distinct().count());
        final ClientConfig client = FleetSettings.of(words).client(config(words));
        assertEquals(TransportKind.MULTICAST, client.transport());
        assertEquals(node.multicastGroup(), client.multicastGroup());
        assertTrue(new FleetPeer().settings(config(words)).get(0).contains("UDP multicast"), "the report is wrong");
    }

    @Test
    void shouldWriteSnapshotsAsByDefaultUnlessTheyAreOffOrAsked() {
        assertEquals(SnapshotConfig.defaults(), node(Map.of()).snapshots());
        assertTrue(FleetSettings.of(Map.of()).snapshotWords().startsWith("snapshots are on, as by default: one is due "
            + "after 1,000,000 entries or 256 MiB of them"), FleetSettings.of(Map.of()).snapshotWords());
        assertEquals(SnapshotConfig.atStop(0), node(Map.of("snapshots", "off")).snapshots());
        assertEquals("snapshots and trimming are off", FleetSettings.of(Map.of("snapshots", "off")).snapshotWords());
        assertThrows(IllegalArgumentException.class, () -> FleetSettings.of(Map.of("snapshots", "often")));
        final NodeConfig node = node(Map.of("snapshots", "asked", "trim", "quorum", "margin", "7"));
        assertEquals(TrimPolicy.QUORUM, node.snapshots().trim());
        assertEquals(7, node.snapshots().marginEntries());
        assertEquals(128 << 20, node.snapshots().writeBytesPerSecond());
        assertEquals(2 << 20, node(Map.of("trim", "all", "write-rate", "2097152")).snapshots().writeBytesPerSecond());
        assertEquals(TrimPolicy.ALL, node(Map.of("trim", "all")).snapshots().trim());
        assertTrue(node.snapshots().atStopEntries() > 0, "none is written at a stop");
        assertEquals(0, node.snapshots().entries() + node.snapshots().bytes() + node.snapshots().intervalMillis(),
            "some are written by themselves");
        assertEquals("snapshots are written when they are asked for",
            new FleetPeer().settings(config(Map.of("snapshots", "asked"))).get(1));
    }

    @Test
    void shouldCountFilesOfEachLogThatAreGone() {
        assertEquals(0, FleetWork.trimmedFiles(List.of("scattered-00000001.log", "ordered-00000001.log", "meta")));
        assertEquals(4 + 1, FleetWork.trimmedFiles(List.of("scattered-00000007.next", "scattered-00000006.log",
            "scattered-00000005-0000000000000001-00000000000000ff-00100000.sealed", "ordered-00000002.log",
            "snapshot-00000000-0000000000000005")), "the lowest are 5 and 2");
        assertEquals(0, FleetWork.trimmedFiles(List.of()));
    }

    @Test
    void shouldHaveValuesWhereTheyAreWanted() {
        assertTrue(FleetSettings.of(Map.of()).values(config(Map.of())) instanceof HeapValues, "by default");
        assertTrue(FleetSettings.of(Map.of("store", "offheap")).values(config(Map.of())) instanceof OffHeapValues,
            "offheap");
        assertThrows(IllegalArgumentException.class, () -> FleetSettings.of(Map.of("store", "disk")));
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        final String message = assertThrows(IllegalArgumentException.class,
            () -> FleetSettings.of(Map.of("speed", "high"))).getMessage();
        assertTrue(message.contains("'speed'") && message.contains("dissemination, transport"), message);
        assertThrows(IllegalArgumentException.class, () -> FleetSettings.of(Map.of("replier", "nobody")));
    }

    @Test
    void shouldRefuseInOneProcessWhatWouldHaveNoEffectThere() {
        assertEquals(10, EmbeddedFleet.checked(Map.of("batch-commands", "10")).group().maxBatchCommands());
        for (final String each : List.of("transport=mdc", "directories=2", "flush=inline")) {
            final String[] setting = each.split("=");
            final String message = assertThrows(IllegalArgumentException.class,
                () -> EmbeddedFleet.checked(Map.of(setting[0], setting[1])), each).getMessage();
            assertTrue(message.contains("'" + setting[0] + "'"), message);
        }
    }

    @Test
    void shouldMakeATenthOfTheKeysTenTimesAsSlow() {
        final ServiceTime service = ServiceTime.bimodal(7);
        final long[] times = IntStream.range(0, 10_000).mapToLong(service::of).toArray();
        assertEquals(1_000, IntStream.range(0, times.length).filter(key -> times[key] == 70_000).count());
        assertEquals(9_000, IntStream.range(0, times.length).filter(key -> times[key] == 7_000).count());
    }

    @Test
    void shouldSpendTheTimeOfAQuery() {
        final ServiceTime service = ServiceTime.bimodal(500);
        final long startNs = System.nanoTime();
        service.spend(0);
        assertTrue(System.nanoTime() - startNs >= 5_000_000, "a slow query was fast");
    }
}
