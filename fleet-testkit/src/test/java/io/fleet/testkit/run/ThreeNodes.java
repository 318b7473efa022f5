package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.error.FleetException;
import io.fleet.node.client.RemoteClientCore;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.run.cluster.MachineFactory;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.cluster.SnapshotCounts;
import io.fleet.testkit.run.plan.Flushing;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Three nodes and a client in virtual time. Commands and answers are numbers; a stop always writes a snapshot. */
public final class ThreeNodes implements ReplyHandler {
    public static final int COUNT = 3;
    private static final long MS = 1_000_000;

    public final SnapshotCounts snapshots = new SnapshotCounts();
    public final List<SimNode> nodes = new ArrayList<>();
    public final List<Long> answers = new ArrayList<>();
    /** Where failures are expected, they come here; otherwise null. */
    public List<FleetException> failures;
    public final SimNetwork network;
    private final SimScheduler scheduler = new SimScheduler();
    private final Violations violations = new Violations();
    private RemoteClientCore client;

    public ThreeNodes(final GroupConfig config, final MachineFactory machines) {
        this(config, machines, new SimTrace());
    }

    public ThreeNodes(final GroupConfig config, final MachineFactory machines, final SimTrace trace) {
        network = new SimNetwork(scheduler, new Accidents(1), trace, COUNT, 1);
        final SimCluster cluster = new SimCluster(scheduler, network, trace, new RandomStreams(1), violations,
            config.withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10), COUNT, 1,
            new ScatteredLogConfig(1 << 20, 256 << 10), new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000),
            SnapshotConfig.atStop(1), Flushing.plain(), snapshots, machines);
        for (int i = 0; i < COUNT; i++) {
            nodes.add(new SimNode(cluster, i));
        }
        nodes.forEach(SimNode::start);
        client = new RemoteClientCore(SimCluster.CLUSTER_ID, SimCluster.GROUP_ID, cluster.config(), cluster.members(),
            network.client(0), 5, () -> {}, scheduler::nowNs);
        tick();
    }

    /** Gives the client a command; its answer comes among {@link #answers}. */
    public void offer(final long number) {
        offer(number, Long.BYTES);
    }

    /** Gives the client a command of so many bytes, of which the first are a number. */
    public void offer(final long number, final int length) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[length]);
        payload.putLong(0, number, ByteOrder.LITTLE_ENDIAN);
        assertTrue(client.batcher().offer(false, payload, 0, 0, payload, 0, length, 0, this, scheduler.nowNs()));
    }

    /** What witnesses have found so far. */
    public List<String> violations() {
        return violations.reports();
    }

    /** The client is not heard of any more. */
    public void loseClient() {
        client = null;
    }

    public void runFor(final long millis) {
        scheduler.runUntil(scheduler.nowNs() + millis * MS);
    }

    public void await(final BooleanSupplier condition) {
        final long deadline = scheduler.nowNs() + 30_000 * MS;
        while (!condition.getAsBoolean()) {
            assertTrue(scheduler.nowNs() < deadline, () -> "not in time: " + nodes.stream().filter(SimNode::isUp)
                .map(node -> node.status().toString()).toList() + " " + violations.reports());
            runFor(1);
        }
    }

    /** What the witnesses have reported. */
    public List<String> reports() {
        return violations.reports();
    }

    public void assertNoRuleBroken() {
        assertEquals(List.of(), violations.reports());
    }

    private void tick() {
        if (client != null) {
            client.doWork(scheduler.nowNs());
            scheduler.after(MS, now -> tick());
        }
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        answers.add(buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        if (failures == null) {
            throw new AssertionError(failure);
        }
        failures.add(failure);
    }
}
