package io.fleet.testkit.run.hostile;

import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.error.FleetException;
import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.node.client.RemoteClientCore;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.status.GroupStatus;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.cluster.SnapshotCounts;
import io.fleet.testkit.run.plan.Flushing;
import io.fleet.testkit.sim.Accidents;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimNetwork;
import io.fleet.testkit.sim.SimScheduler;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.transport.Packet;
import io.fleet.transport.Transport;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.WireIdentity;
import io.fleet.wire.codec.WireErrors;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Three simulated nodes of the production classes and a client that uses them, while somebody sends well-formed
 * messages with drawn fields in the name of strangers, of remote clients, or of members.
 *
 * <p>Strangers may do nothing to the group: no node ends, the client is served, all replicas come to the same state,
 * and ballots stay where elections take them. What a member says of itself is believed; but no node ends of it, unless
 * it sees two values where there must be one, and tables keep their bounds.
 */
public final class HostileCluster implements ReplyHandler {
    private static final int NODES = 3;
    private static final int STRANGER = 700;
    private static final long MS = 1_000_000;
    private static final int WARM_UP_MS = 1_500;
    private static final int MOST_MS = 60_000;
    private static final int SLOW = 8;
    private static final int QUICK = 64;
    private static final long MOST_ROUNDS = 1_000;
    private static final String ONLY_MEMBERS_CAN = "agreement is broken";
    private static final String ONLY_MEMBERS_FORK = "with which it shares its id";

    private final boolean members;
    private final SplittableRandom random;
    private final SimScheduler scheduler = new SimScheduler();
    private final Violations violations = new Violations();
    private final SimNetwork network;
    private final List<SimNode> nodes = new ArrayList<>();
    private final Sum[] machines = new Sum[NODES];
    private final RemoteClientCore client;
    private final Transport hostile;
    private final HostileMessages messages;
    private final WireIdentity[] identities = new WireIdentity[NODES + 2];
    private final WireEncoder[] encoders;
    private final WireDecoder decoder = WireDecoder.ofObserver(SimCluster.CLUSTER_ID, new WireErrors(),
        CodedCodecs.catalog());
    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
    private int configVersion = -1;
    private long answered;
    private long sent;
    private long malformed;
    private boolean quiet;

    /**
     * Starts the nodes.
     *
     * @param coded   whether the group is a coded one.
     * @param members whether what is sent may be in the name of members, and knows what only they know.
     * @param seed    determines all that happens.
     */
    public HostileCluster(final boolean coded, final boolean members, final long seed) {
        this.members = members;
        random = new SplittableRandom(seed);
        messages = new HostileMessages(random.split(), members);
        final SimTrace trace = new SimTrace();
        network = new SimNetwork(scheduler, new Accidents(seed), trace, NODES, 2);
        final GroupConfig config = (coded ? GroupConfig.coded(1, 2) : GroupConfig.scattered())
            .withMaxCommandBytes(1 << 12).withMaxBatchBytes(1 << 12);
        final SimCluster cluster = new SimCluster(scheduler, network, trace, new RandomStreams(seed), violations,
            config, NODES, 1, new ScatteredLogConfig(1 << 20, 256 << 10),
            new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20_000_000), SnapshotConfig.atStop(1),
            Flushing.plain(), new SnapshotCounts(), (node, life) -> machines[node] = new Sum());
        network.observer((from, buffer, offset, length) -> decoder.decode(buffer, offset, length, this::hear));
        for (int i = 0; i < NODES; i++) {
            nodes.add(new SimNode(cluster, i));
        }
        encoders = new WireEncoder[NODES + 2];
        for (int i = 0; i < encoders.length; i++) {
            identities[i] = SimCluster.identity(i < NODES ? i : i == NODES ? STRANGER : -1);
            encoders[i] = new WireEncoder(identities[i], CodedCodecs.catalog());
        }
        nodes.forEach(SimNode::start);
        client = new RemoteClientCore(SimCluster.CLUSTER_ID, SimCluster.GROUP_ID, config, cluster.members(),
            network.client(0), seed, () -> {}, scheduler::nowNs);
        hostile = network.client(1);
        tick();
    }

    /**
     * Sends hostile messages, up to 64 in each millisecond, and looks what has become of the group; none are sent
     * once all nodes have ended.
     *
     * @param count how many messages.
     * @return in a few words what became of it.
     * @throws AssertionError when something was done to it that must not be.
     */
    public String run(final int count) {
        await("the group serves its client", () -> answered > 0);
        scheduler.runUntil(scheduler.nowNs() + WARM_UP_MS * MS);
        messages.members(nodes.get(0).core().group(SimCluster.GROUP_ID).membership().current());
        final int burst = random.nextBoolean() ? SLOW : QUICK;
        while (sent + malformed < count && nodes.stream().anyMatch(SimNode::isUp)) {
            for (int i = random.nextInt(burst) + 1; i > 0; i--) {
                attack();
            }
            scheduler.runUntil(scheduler.nowNs() + random.nextLong(2 * MS));
            judge();
        }
        if (!members) {
            final long before = answered;
            await("the group serves its client after all", () -> answered > before + 2);
            quiet = true;
            await("replicas come to the same state", this::isSame);
            for (final SimNode node : nodes) {
                final GroupStatus status = node.status();
                if (Ballot.round(status.ballot()) > MOST_ROUNDS
                    && status.role() != io.fleet.consensus.common.Role.PROXY) {
                    throw new AssertionError("node " + node.nodeId() + " follows ballot "
                        + Ballot.format(status.ballot()));
                }
            }
        }
        judge();
        final int up = (int) nodes.stream().filter(SimNode::isUp).count();
        return (members ? "members" : "strangers") + ", " + up + " nodes are up";
    }

    /**
     * How many messages were sent.
     *
     * @return those that the encoder took.
     */
    public long sent() {
        return sent;
    }

    private void attack() {
        final Message message = messages.next();
        final int who = members ? random.nextInt(encoders.length) : NODES + random.nextInt(2);
        final Packet packet;
        try {
            packet = encoders[who].encode(SimCluster.GROUP_ID, Math.max(0, configVersion), message);
        } catch (final IllegalArgumentException e) {
            malformed++;
            return;
        }
        sent++;
        final int to = random.nextInt(4);
        hostile.offer(to < NODES ? to : Transport.ALL_NODES, packet);
    }

    private void hear(final int groupId, final int version, final int sender, final Message message) {
        if (sender >= 0 && sender < NODES) {
            configVersion = version;
            for (final WireIdentity identity : identities) {
                identity.birthId(decoder.birthId());
            }
            identities[sender].life(decoder.life());
            messages.hear(message);
        }
    }

    private void judge() {
        for (final String report : violations.reports()) {
            if (!members || !report.contains(ONLY_MEMBERS_CAN) && !report.contains(ONLY_MEMBERS_FORK)) {
                throw new AssertionError(report);
            }
        }
    }

    private boolean isSame() {
        for (int i = 1; i < NODES; i++) {
            if (nodes.get(i).status().applied() != nodes.get(0).status().applied()
                || machines[i].sum != machines[0].sum || machines[i].count != machines[0].count) {
                return false;
            }
        }
        return true;
    }

    private void await(final String what, final BooleanSupplier condition) {
        final long deadline = scheduler.nowNs() + MOST_MS * MS;
        while (!condition.getAsBoolean()) {
            judge();
            if (scheduler.nowNs() > deadline) {
                throw new AssertionError("not in " + MOST_MS + " ms: " + what + ": " + nodes.stream()
                    .map(node -> node.isUp() ? node.status().toString() : "down").toList());
            }
            scheduler.runUntil(scheduler.nowNs() + MS);
        }
    }

    private void tick() {
        if (!quiet) {
            payload.putLong(0, 1 + answered, ByteOrder.LITTLE_ENDIAN);
            client.batcher().offer(false, payload, 0, 0, payload, 0, Long.BYTES, 0, this, scheduler.nowNs());
        }
        client.doWork(scheduler.nowNs());
        scheduler.after(2 * MS, now -> tick());
    }

    @Override
    public void onReply(final long correlationId, final DirectBuffer buffer, final int offset, final int length) {
        answered++;
    }

    @Override
    public void onFailure(final long correlationId, final FleetException failure) {
        // A message may end a session, or come in the way of an answer.
    }

    /** Adds what it is given, whatever that is. */
    private static final class Sum implements StateMachine {
        private long sum;
        private long count;

        @Override
        public void apply(final Command command, final Reply reply) {
            count++;
            sum = sum * 31 + (command.payload().capacity() < Long.BYTES ? 7
                : command.payload().getLong(0, ByteOrder.LITTLE_ENDIAN));
            reply.writeLong(sum);
        }

        @Override
        public void query(final Query query, final Reply reply) {
            reply.writeLong(sum);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter out) {
            out.writeLong(sum);
            out.writeLong(count);
        }

        @Override
        public void readSnapshot(final SnapshotReader in) {
            sum = in.readLong();
            count = in.readLong();
        }
    }
}
