package io.fleet.remote;

import static io.fleet.fixture.cluster.Clusters.LOOPBACK;
import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.freeMembers;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ClientConfig;
import io.fleet.FleetNode;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.RemoteStatus;
import io.fleet.TransportKind;
import io.fleet.config.GroupConfig;
import io.fleet.fixture.machine.NumberMachine;
import io.fleet.metrics.ClientMetrics;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client of another process tells of itself; one node, over UDP. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RemoteStatusTest {
    private static final GroupConfig CONFIG = patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20));

    @TempDir
    Path directory;

    private FleetNode launch(final List<Member> members) {
        return FleetNode.launch(NodeConfig.builder().clusterId(1).nodeId(0).members(members).foundsAlone(true)
            .directory(directory).scatteredLog(SCATTERED).orderedLog(ORDERED)
            .group(0, CONFIG, NumberMachine::new).build());
    }

    private static FleetRemoteClient connect(final long clusterId, final List<Member> members) {
        return FleetRemoteClient.connect(new ClientConfig(clusterId, 0, CONFIG, members, LOOPBACK, TransportKind.MDC,
            null, null));
    }

    @Test
    void shouldTellWhomItSendsToAndWhenItHeardAnybodyLast() throws Exception {
        final List<Member> members = freeMembers(1);
        try (FleetRemoteClient client = connect(1, members)) {
            assertEquals(new RemoteStatus(-1, 0, RemoteStatus.NEVER, null), client.status());
            try (FleetNode node = launch(members)) {
                await("it has heard who leads", () -> client.status().leader() == 0);
                await("the node's own report is as new", () -> node.status(0).ballot() == client.status().ballot());
                final RemoteStatus status = client.status();
                assertTrue(status.silentMillis() >= 0, status.toString());
                assertNull(status.refusal());
                assertEquals(1, value(client.submit(new byte[3])));
                assertFalse(client.terminated().isDone());
            }
            await("it hears nobody any more", () -> client.status().silentMillis() > 2_000);
            assertEquals(0, client.status().leader(), "the last that is known");
        }
    }

    @Test
    void shouldTellWhyNobodyListens() throws Exception {
        final List<Member> members = freeMembers(1);
        try (FleetNode node = launch(members); FleetRemoteClient client = connect(2, members)) {
            await("it is refused", () -> client.status().refusal() != null);
            assertTrue(client.status().refusal().getMessage().startsWith("clusterId is 2, but must be 1"),
                client.status().refusal().getMessage());
            assertEquals(RemoteStatus.NEVER, client.status().silentMillis());
        }
    }

    @Test
    void shouldTellWhenItHasEnded() throws Exception {
        final FleetRemoteClient client = connect(1, freeMembers(1));
        assertFalse(client.terminated().isDone());
        client.close();
        get(client.terminated());
    }

    @Test
    void shouldCountForMetrics() throws Exception {
        final List<Member> members = freeMembers(1);
        final SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (FleetNode node = launch(members); FleetRemoteClient client = connect(1, members);
             ClientMetrics metrics = new ClientMetrics(client.counters(), Tags.of("client", "a"))) {
            metrics.bindTo(registry);
            await("there is a leader", () -> node.status(0).leader() == 0);
            assertEquals(1, value(client.submit(new byte[3])));
            assertTrue(1 <= registry.get("fleet.client.sent.commands").tag("client", "a").functionCounter()
                .count());
            assertTrue(registry.getMeters().stream()
                .allMatch(meter -> meter.getId().getName().startsWith("fleet.client.")));
        }
        assertEquals(List.of(), registry.getMeters(), "they are removed");
    }
}
