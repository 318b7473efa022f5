package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.config.QuorumLayout;
import io.fleet.consensus.common.Role;
import io.fleet.error.ConfigException;
import io.fleet.error.FleetException;
import io.fleet.node.NodeCore;
import io.fleet.node.client.RemoteClientCore;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.VoterState;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.cluster.SnapshotCounts;
import io.fleet.testkit.run.plan.Flushing;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterCodec;
import io.fleet.testkit.workload.RegisterMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Three nodes of which some are given other values of the settings that a group agrees on. */
class AgreedSettingsTest implements ReplyHandler {
    private static final int NODES = 3;
    private static final long MS = 1_000_000;
    private static final GroupConfig CONFIG = GroupConfig.scattered().withMaxCommandBytes(1 << 10)
        .withMaxBatchBytes(1 << 10).withRequestTimeoutMillis(3_000);
    private static final GroupConfig OTHER = CONFIG.withSessionTimeoutMillis(10_000);

    private final SimScheduler scheduler = new SimScheduler();
    private final SimTrace trace = new SimTrace();
    private final Violations violations = new Violations();
    private final SimNetwork network = new SimNetwork(scheduler, new Accidents(1), trace, NODES, 1);
    private final List<FleetException> failures = new ArrayList<>();
    private int answers;

    @AfterEach
    void shouldHaveBrokenNoRule() {
        assertEquals(List.of(), violations.reports());
    }

    @Test
    void shouldNotListenToANodeWithOtherSettings() { // S9, S14
        final List<SimNode> nodes = List.of(node(0, CONFIG), node(1, CONFIG), node(2, OTHER));
        nodes.forEach(SimNode::start);
        final RemoteClientCore client = client(CONFIG);
        await(() -> nodes.stream().allMatch(node -> foreign(node) > 0));
        assertTrue(nodes.stream().noneMatch(node -> node.status().role() == Role.LEADER),
            "a group formed without a member");
        nodes.get(2).kill();

        final SimNode right = node(2, CONFIG);
        right.start();

        await(() -> nodes.get(0).isVoter() && nodes.get(1).isVoter() && right.isVoter());
        submit(client);
        await(() -> answers == 1);
        await(() -> right.core().group(SimCluster.GROUP_ID).counters().commands.get() == 1);
    }

    @Test
    void shouldGoOnWithoutANodeThatWasGivenOtherSettings() { // S9, S14
        final List<SimNode> nodes = List.of(node(0, CONFIG), node(1, CONFIG), node(2, CONFIG));
        nodes.forEach(SimNode::start);
        final RemoteClientCore client = client(CONFIG);
        await(() -> nodes.stream().allMatch(SimNode::isVoter));
        nodes.get(2).kill();
        final SimNode other = node(2, OTHER);
        other.start();

        submit(client);

        await(() -> answers == 1);
        await(() -> foreign(other) > 0 && foreign(nodes.get(0)) > 0);
        assertEquals(0, other.status().chosen(), "it has learnt from others");
        assertFalse(other.isVoter());
    }

    @Test
    void shouldNotListenToAClientWithOtherSettings() { // S9, S14
        final List<SimNode> nodes = List.of(node(0, CONFIG), node(1, CONFIG), node(2, CONFIG));
        nodes.forEach(SimNode::start);
        await(() -> nodes.stream().anyMatch(node -> node.status().role() == Role.LEADER));

        submit(client(OTHER));

        await(() -> !failures.isEmpty());
        assertEquals(ConfigException.class, failures.get(0).getClass());
        assertTrue(failures.get(0).getMessage().startsWith("sessionTimeoutMillis is 10000, but must be 60000: "));
        assertTrue(nodes.stream().allMatch(node -> node.core().counters().refusedClients.get() > 0));
        assertEquals(0, answers);
    }

    /** The node that is left over is the one with the wrong settings. */
    @Test
    void shouldGoOnAsAClientThatOneNodeRefusesThroughASilence() { // S14
        final List<SimNode> nodes = List.of(node(0, CONFIG), node(1, CONFIG), node(2, OTHER));
        nodes.forEach(SimNode::start);
        final RemoteClientCore client = client(CONFIG);
        await(() -> nodes.stream().allMatch(node -> foreign(node) > 0));
        await(() -> nodes.get(2).core().counters().refusedClients.get() > 20);
        scheduler.runUntil(scheduler.nowNs() + 1_000 * MS);
        assertFalse(client.front().isTerminated(), "the others may take it in");
        nodes.get(2).kill();
        final SimNode right = node(2, CONFIG);
        right.start();
        await(() -> nodes.get(0).isVoter() && nodes.get(1).isVoter() && right.isVoter());
        submit(client);
        await(() -> answers == 1);
        right.kill();
        node(2, OTHER).start();
        scheduler.runUntil(scheduler.nowNs() + 2_000 * MS);

        cutOff(true);
        scheduler.runUntil(scheduler.nowNs() + 10_000 * MS);
        cutOff(false);

        submit(client);
        await(() -> answers == 2);
        assertEquals(List.of(), failures);
    }

    private void cutOff(final boolean isCut) {
        for (int node = 0; node < NODES; node++) {
            network.link(node, NODES).blocked = isCut;
            network.link(NODES, node).blocked = isCut;
        }
    }

    /** Without a configuration in its log nothing else says how the founders count. */
    @Test
    void shouldRefuseARestartWithOtherQuorumsThanItWasFoundedWith() { // S14
        final GroupConfig groups = CONFIG.withQuorums(QuorumLayout.parse("groups:0,1/2"));
        for (final GroupConfig first : List.of(CONFIG, groups)) {
            final SimMedium medium = new SimMedium("disk", new SplittableRandom(7));
            start(medium, first).close();
            medium.killProcess();
            for (final GroupConfig other : List.of(first == CONFIG ? groups : CONFIG,
                CONFIG.withQuorums(QuorumLayout.parse("groups:0/1,2")))) {
                final String message = assertThrows(ConfigException.class, () -> start(medium, other)).getMessage();
                assertTrue(message.startsWith("group 0: quorums is "), message);
                assertTrue(message.contains("that this group was founded with"), message);
                medium.killProcess();
            }
            start(medium, first).close();
        }
    }

    @Test
    void shouldRefuseARestartWithOtherSettings() { // S9
        final SimMedium medium = new SimMedium("disk", new SplittableRandom(7));
        start(medium, CONFIG).close();
        medium.killProcess();

        final String message = assertThrows(ConfigException.class, () -> start(medium, OTHER)).getMessage();

        assertTrue(message.startsWith("group 0: sessionTimeoutMillis is 10000, but must be 60000: "), message);
        medium.killProcess();
        final NodeCore again = start(medium, CONFIG.withElectionTimeoutMillis(2_000));
        assertEquals(VoterState.NEW, again.group(SimCluster.GROUP_ID).status().standing());
    }

    private NodeCore start(final SimMedium medium, final GroupConfig config) {
        final SimCluster cluster = cluster(config);
        return new NodeCore(new NodeContext(SimCluster.CLUSTER_ID, 0, cluster.members(),
            List.of(new GroupSpec(SimCluster.GROUP_ID, config, RegisterMachine::new)), network.node(0),
            List.of(medium.mount()), cluster.scatteredLog(), cluster.orderedLog(),
            SnapshotConfig.atStop(0), () -> 0, 1, 1 << 20,
            NodeEvents.NONE));
    }

    private RemoteClientCore client(final GroupConfig config) {
        final RemoteClientCore client = new RemoteClientCore(SimCluster.CLUSTER_ID, SimCluster.GROUP_ID, config,
            cluster(config).members(), network.client(0), 5, () -> {}, scheduler::nowNs);
        tick(client);
        return client;
    }

    private void tick(final RemoteClientCore client) {
        client.doWork(scheduler.nowNs());
        scheduler.after(MS, now -> tick(client));
    }

    private void submit(final RemoteClientCore client) {
        final UnsafeBuffer header = new UnsafeBuffer(new byte[RegisterCodec.LENGTH]);
        RegisterCodec.encode(RegisterInput.add(1, 1), header, 0);
        assertTrue(client.batcher().offer(false, header, 0, RegisterCodec.LENGTH, header, 0, 0, 0, this,
            scheduler.nowNs()));
    }

    private SimNode node(final int nodeId, final GroupConfig config) {
        return new SimNode(cluster(config), nodeId);
    }

    private SimCluster cluster(final GroupConfig config) {
        return new SimCluster(scheduler, network, trace, new RandomStreams(1), violations, config, NODES, 1,
            new ScatteredLogConfig(1 << 20, 256 << 10), new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000),
            SnapshotConfig.atStop(0), Flushing.plain(), new SnapshotCounts(),
            (node, incarnation) -> new RegisterMachine());
    }

    private static long foreign(final SimNode node) {
        final NodeCore core = node.core();
        return core.counters().foreignConfigs.get();
    }

    private void await(final BooleanSupplier condition) {
        final long deadline = scheduler.nowNs() + 30_000 * MS;
        while (!condition.getAsBoolean()) {
            assertTrue(scheduler.nowNs() < deadline, () -> "not in time; " + failures + violations.reports());
            scheduler.runUntil(scheduler.nowNs() + MS);
        }
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        answers++;
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        failures.add(failure);
    }
}
