package io.fleet.metrics;

import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.patient;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.consensus.common.Role;
import io.fleet.fixture.machine.EchoMachine;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.transport.Refusal;
import io.fleet.wire.codec.WireErrors;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.search.Search;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FleetMetricsTest {
    private static final int COMMANDS = 50;
    private static final GroupConfig CONFIG = patient(GroupConfig.scattered().withMaxCommandBytes(64 << 10));
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(1 << 20, 512 << 10);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(1 << 20, 512 << 10, 64 << 10, 1_000_000);

    private static final CoverageMark TAKEN = CoverageMark.named("fleet-metrics-test.taken");

    private static FleetCluster cluster;
    private static SimpleMeterRegistry registry;

    @BeforeAll
    static void launch() throws Exception {
        cluster = FleetCluster.builder().scatteredLog(SCATTERED).orderedLog(ORDERED)
            .config(CONFIG).machine(EchoMachine::new)
            .group(7, CONFIG.withLeases(LeaseConfig.of(50)), EchoMachine::new).launch();
        registry = new SimpleMeterRegistry();
        for (int i = 0; i < cluster.size(); i++) {
            new FleetMetrics(cluster.node(i).core()).bindTo(registry);
        }
        final FleetClient client = cluster.client();
        for (int i = 0; i < COMMANDS; i++) {
            get(client.submit(new byte[] {1}));
        }
        get(client.query(new byte[] {2}));
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @Test
    void shouldCountTheCommandsOfTheirGroupOnEveryNode() {
        for (int node = 0; node < cluster.size(); node++) {
            final Search group0 = registry.find("fleet.group.commands").tags("group", "0", "node", "" + node);
            await(() -> group0.functionCounter().count() == COMMANDS);
            assertEquals(0, registry.find("fleet.group.commands").tags("group", "7", "node", "" + node)
                .functionCounter().count());
        }
        await(() -> sum("fleet.group.queries", Tags.of("group", "0")) == 1);
    }

    @Test
    void shouldTellOneLeaderAndWhoFollowsIt() {
        final Tags leads = Tags.of("group", "0", "role", "leader");
        await(() -> gauges("fleet.group.role", leads) == 1);
        for (int node = 0; node < cluster.size(); node++) {
            final Tags here = Tags.of("group", "0", "node", "" + node);
            assertEquals(1, gauges("fleet.group.role", here), "roles of node " + node);
            final double leader = registry.get("fleet.group.leader").tags(here).gauge().value();
            assertEquals(1, registry.get("fleet.group.role").tags(leads.and("node", "" + (int) leader)).gauge()
                .value());
        }
        assertEquals(Role.values().length * 2 * cluster.size(), registry.find("fleet.group.role").gauges().size());
        assertTrue(sum("fleet.group.leaderships", Tags.of("group", "0")) >= 1);
        assertTrue(sum("fleet.group.elections", Tags.of("group", "0")) >= 1);
    }

    @Test
    void shouldTellHowFarEachReplicaIs() {
        final Tags here = Tags.of("group", "0", "node", "1");
        await(() -> gauges("fleet.group.durable.lsn", here) > 0);
        assertTrue(gauges("fleet.group.ordered.lsn", here) >= gauges("fleet.group.chosen.lsn", here));
        assertTrue(gauges("fleet.group.chosen.lsn", here) > 0);
        assertTrue(gauges("fleet.group.applied.lsn", here) > 0);
        assertEquals(cluster.node(1).status(0).sessions(), gauges("fleet.group.sessions", here));
        assertTrue(gauges("fleet.group.sessions", here) >= 1);
        assertTrue(gauges("fleet.group.ballot.round", here) >= 1);
        assertEquals(3, gauges("fleet.group.standing", here));
    }

    @Test
    void shouldTellWhatClientsDoAndThatNothingIsLeftOfIt() {
        final Tags here = Tags.of("group", "0");
        assertTrue(sum("fleet.client.sent.commands", here) >= COMMANDS + 1);
        assertTrue(sum("fleet.client.sent.entries", here) >= COMMANDS + 1);
        assertEquals(1, sum("fleet.client.opened.sessions", here));
        await(() -> gauges("fleet.group.clients", here) == 1);
        await(() -> gauges("fleet.group.batchers", here) >= 1);
        await(() -> gauges("fleet.group.client.commands", here) == 0);
        await(() -> gauges("fleet.group.window.entries", here) == 0);
        await(() -> gauges("fleet.group.pending.entries", here) == 0);
        assertEquals(0, gauges("fleet.group.pending.bytes", here) + gauges("fleet.group.window.bytes", here));
    }

    @Test
    void shouldTellWhatEachLogHasWritten() {
        for (final String log : new String[] {"scattered", "ordered", "meta"}) {
            final Tags here = Tags.of("node", "0", "log", log, "directory", "0");
            await(() -> sum("fleet.storage.fsyncs", here) > 0);
            final double syncs = sum("fleet.storage.fsyncs", here);
            assertTrue(sum("fleet.storage.flushed.bytes", here) >= syncs * 64, log);
            assertEquals(0, gauges("fleet.storage.full", here));
        }
    }

    @Test
    void shouldTellPacketsAndWhyTheyWereDropped() {
        assertTrue(sum("fleet.node.sent.packets", Tags.of("node", "0")) > 0);
        assertTrue(sum("fleet.node.received.packets", Tags.of("node", "0")) > 0);
        assertEquals(0, gauges("fleet.node.remote.clients", Tags.of("node", "0")));
        for (final Refusal why : Refusal.values()) {
            assertEquals(0, registry.get("fleet.transport.refused.senders")
                .tags("node", "2", "cause", why.name().toLowerCase(Locale.ROOT)).functionCounter().count());
        }
        // What comes before a node knows which cluster it belongs to is of another birth.
        for (final WireErrors.Cause cause : EnumSet.complementOf(EnumSet.of(WireErrors.Cause.FOREIGN_BIRTH))) {
            assertEquals(0, registry.get("fleet.wire.dropped.packets")
                .tags("node", "2", "cause", cause.name().toLowerCase(Locale.ROOT)).functionCounter().count());
        }
    }

    @Test
    void shouldTellHowOftenEachMarkWasTaken() {
        final Tags here = Tags.of("node", "1", "mark", "fleet-metrics-test.taken");
        assertEquals(0, sum("fleet.marks", here));
        TAKEN.hit();
        assertEquals(1, sum("fleet.marks", here));
        for (final String mark : new String[] {"leader.window-full", "wire.truncated", "file-flusher.disk-full"}) {
            assertNotNull(registry.get("fleet.marks").tags("node", "2", "mark", mark).functionCounter());
        }
    }

    @Test
    void shouldTellTheQueueOfEachReplier() {
        for (int member = 0; member < cluster.size(); member++) {
            final Tags queue = Tags.of("node", "0", "group", "0", "member", "" + member);
            final double depth = registry.get("fleet.group.replier.queue.entries").tags(queue).gauge().value();
            assertTrue(depth >= 0 && depth <= GroupConfig.scattered().replierQueueBound(), "depth " + depth);
        }
    }

    @Test
    void shouldGiveEveryMeterADescriptionAndEveryCounterItsUnit() {
        for (final Meter meter : registry.getMeters()) {
            final Meter.Id id = meter.getId();
            assertNotNull(id.getDescription(), id.toString());
            assertNotNull(id.getTag("node"), id.toString());
            if (id.getType() == Meter.Type.COUNTER) {
                assertTrue(id.getName().endsWith("." + id.getBaseUnit()), id.toString());
            }
        }
    }

    @Test
    void shouldTakeItsMetersBackAndNoOthers() {
        final SimpleMeterRegistry other = new SimpleMeterRegistry();
        other.counter("mine");
        final FleetMetrics metrics = new FleetMetrics(cluster.node(0).core(), Tags.of("node", "a", "zone", "z1"));
        metrics.bindTo(other);
        assertNotNull(other.get("fleet.group.commands").tags("node", "a", "zone", "z1", "group", "0")
            .functionCounter());
        metrics.close();
        assertEquals(List.of("mine"), names(other));
    }

    private static List<String> names(final SimpleMeterRegistry of) {
        final List<String> names = new ArrayList<>();
        of.forEachMeter(meter -> names.add(meter.getId().getName()));
        return names;
    }

    private static double sum(final String name, final Tags tags) {
        return registry.get(name).tags(tags).functionCounters().stream().mapToDouble(FunctionCounter::count).sum();
    }

    private static double gauges(final String name, final Tags tags) {
        return registry.get(name).tags(tags).gauges().stream().mapToDouble(Gauge::value).sum();
    }
}
