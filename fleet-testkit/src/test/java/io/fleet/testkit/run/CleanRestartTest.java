package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ReplyHandler;
import io.fleet.machine.Command;
import io.fleet.machine.FleetException;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.node.RemoteClientCore;
import io.fleet.node.SnapshotConfig;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.witness.Violations;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Stops in good order and what the next start makes of them: three nodes and a client, in virtual time. */
class CleanRestartTest implements ReplyHandler {
    private static final int NODES = 3;
    private static final long MS = 1_000_000;

    private final SimScheduler scheduler = new SimScheduler();
    private final SimTrace trace = new SimTrace();
    private final Violations violations = new Violations();
    private final SnapshotCounts snapshots = new SnapshotCounts();
    private final SimNetwork network = new SimNetwork(scheduler, new Accidents(1), trace, NODES, 1);
    private final SimCluster cluster = new SimCluster(scheduler, network, trace, new RandomStreams(1), violations,
        GroupConfig.scattered().withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10)
            .withRequestTimeoutMillis(60_000), NODES, 1, new ScatteredLogConfig(1 << 20, 256 << 10),
        new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000), SnapshotConfig.atStop(1),
        Flushing.plain(), snapshots,
        (node, incarnation) -> new Sum());
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<Long> answers = new ArrayList<>();
    private RemoteClientCore client;

    @BeforeEach
    void start() {
        for (int i = 0; i < NODES; i++) {
            nodes.add(new SimNode(cluster, i));
        }
        nodes.forEach(SimNode::start);
        client = new RemoteClientCore(SimCluster.CLUSTER_ID, SimCluster.GROUP_ID, cluster.config(), cluster.members(),
            network.client(0),
            5, () -> { }, scheduler::nowNs);
        tick();
    }

    @AfterEach
    void shouldHaveBrokenNoRule() {
        assertEquals(List.of(), violations.reports());
    }

    @Test
    void shouldAnswerARepeatedCommandFromTheTableAfterARestart() { // S9, H1
        add(5);
        await(() -> answers.equals(List.of(5L)));
        blockAnswers(true);
        add(7);
        await(() -> nodes.stream().allMatch(node -> commands(node) == 2));
        nodes.forEach(node -> node.stop(0));
        assertEquals(NODES, snapshots.written);
        assertEquals(List.of(5L), answers);
        nodes.forEach(SimNode::start);
        assertEquals(NODES, snapshots.restored);
        nodes.forEach(node -> assertEquals(0, commands(node), "it has replayed the log"));
        blockAnswers(false);
        await(() -> answers.size() == 2);
        assertEquals(List.of(5L, 12L), answers);
        assertTrue(nodes.stream().anyMatch(node -> node.core().counters(0).repeatedCommands.get() > 0));
        add(1);
        await(() -> answers.size() == 3);
        assertEquals(13, answers.get(2));
        nodes.forEach(node -> assertTrue(commands(node) <= 1, "7 was added twice"));
    }

    @Test
    void shouldRecordWhatIsAppliedBeforeASnapshotOfIt() {
        for (int i = 1; i <= 40; i++) {
            add(i);
        }
        final SimNode node = nodes.get(1);
        await(() -> answers.size() == 40 && commands(node) == 40);
        node.stop(0);
        assertEquals(1, snapshots.written);
        node.start();
        assertEquals(1, snapshots.restored);
        assertEquals(0, commands(node), "it has replayed the log");
        assertTrue(node.status().applied() > 0);
        assertEquals(node.status().applied(), node.status().durable());
        await(() -> answers.size() == 40 && node.status().applied() == nodes.get(0).status().applied());
        assertEquals(0, commands(node), "the snapshot lacked what was applied");
    }

    @Test
    void shouldStartAfterAPowerFailureAtAnyOperationOfAStop() {
        final SimNode node = nodes.get(2);
        int interrupted = 0;
        while (snapshots.written == 0) {
            final int round = interrupted + 1;
            add(1);
            await(() -> answers.size() == round);
            assertEquals(round, answers.get(interrupted));
            node.stop(round);
            interrupted += snapshots.written == 0 ? 1 : 0;
            node.start();
            await(() -> node.status().applied() == nodes.get(0).status().applied());
        }
        assertTrue(interrupted > 4, "operations of a stop that were interrupted: " + interrupted);
        final SimNode other = nodes.get(0);
        assertEquals(other.status().sessions(), node.status().sessions());
    }

    private void add(final long value) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        payload.putLong(0, value, ByteOrder.LITTLE_ENDIAN);
        assertTrue(client.batcher().offer(false, payload, 0, 0, payload, 0, Long.BYTES, 0, this, scheduler.nowNs()));
    }

    private void blockAnswers(final boolean blocked) {
        for (int i = 0; i < NODES; i++) {
            network.link(i, NODES).blocked = blocked;
        }
    }

    private static long commands(final SimNode node) {
        return node.core().counters(SimCluster.GROUP_ID).commands.get();
    }

    private void await(final BooleanSupplier condition) {
        final long deadline = scheduler.nowNs() + 30_000 * MS;
        while (!condition.getAsBoolean()) {
            assertTrue(scheduler.nowNs() < deadline, () -> "not in time: " + nodes.stream().filter(SimNode::isUp)
                .map(node -> node.status().toString()).toList() + " " + violations.reports());
            scheduler.runUntil(scheduler.nowNs() + MS);
        }
    }

    private void tick() {
        client.doWork(scheduler.nowNs());
        scheduler.after(MS, now -> tick());
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        answers.add(buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        throw new AssertionError(failure);
    }

    /** Adds up what it is given. */
    private static final class Sum implements StateMachine {
        private long sum;

        @Override
        public void apply(final Command command, final Reply reply) {
            sum += command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN);
            reply.writeLong(sum);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeLong(sum);
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            sum = in.readLong();
        }
    }
}
