package io.fleet.testkit.run.cluster;

import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.ec.wire.CodedCodecs;
import io.fleet.node.NodeCore;
import io.fleet.node.config.NodeContext;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.BirthId;
import io.fleet.storage.Life;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.Survivors;
import io.fleet.transport.Packet;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import io.fleet.wire.WireDecoder;
import io.fleet.wire.WireEncoder;
import io.fleet.wire.codec.WireErrors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What a node would be if its power failed at this moment, and nothing stayed that was not synced: a second process of
 * the production classes on copies of its disks, alone with whoever asks it. The node itself notices nothing.
 */
public final class ForkedNode implements AutoCloseable {
    private static final int CYCLES = 64;
    /** A suspect that trusts itself waits for its new voter id to be durable. */
    private static final int CYCLES_TO_VOTE = 8;
    private static final int NOBODY = -1;
    private static final int LOOPBACK_BYTES = 1 << 20;
    private static final int TIMEOUTS = 6;
    private static final Survivors NOTHING = Survivors.all(false);

    private final int configVersion;
    private final int groupId;
    private final int nodeId;
    private final int nodes;
    private final int asker;
    private final WireEncoder encoder;
    private final Wire wire = new Wire();
    private final NodeCore core;
    private long nowNs;
    private long promised;
    private Consumer<Promise> onPromise;
    private boolean answered;
    private boolean refused;
    private long nextLsn;

    /**
     * Starts it.
     *
     * @param cluster       what it is part of.
     * @param node          whose disks are copied.
     * @param configVersion what the cluster's messages carry.
     * @throws io.fleet.storage.StorageException when it does not start.
     */
    public ForkedNode(final SimCluster cluster, final SimNode node, final int configVersion) {
        this.configVersion = configVersion;
        groupId = cluster.groupId();
        nodeId = node.nodeId();
        nodes = cluster.nodes();
        final List<Disk> disks = new ArrayList<>();
        for (final SimMedium medium : node.media()) {
            final SimMedium copy = medium.copy(medium.name(), new SplittableRandom(0));
            copy.losePower(NOTHING);
            disks.add(copy.mount());
        }
        core = new NodeCore(new NodeContext(SimCluster.CLUSTER_ID, node.nodeId(), node.founders(),
            node.groups(BlankMachine::new), wire, disks,
            cluster.scatteredLog(), cluster.orderedLog(), cluster.snapshotConfig(), () -> 0, node.nodeId(),
            LOOPBACK_BYTES, new Silence()));
        cycle();
        nowNs += TimeUnit.MILLISECONDS.toNanos(cluster.config().electionTimeoutMillis()) * TIMEOUTS;
        for (int i = 0; i < CYCLES_TO_VOTE; i++) {
            cycle();
        }
        asker = core.birthId() == BirthId.NONE ? NOBODY : anotherVoter();
        encoder = new WireEncoder(SimCluster.identity(asker).birthId(core.birthId())
            .life(asker == nodeId ? core.life() : Life.NONE), CodedCodecs.catalog());
    }

    /**
     * In whose name it is asked: another voter that may lead in the configuration that it acts on, which is newer than
     * that of the node where the log holds one that the node has not come to; itself where it is alone; -1 where it is
     * no voter.
     */
    public int asker() {
        return asker;
    }

    private int anotherVoter() {
        final Configuration configuration = configuration();
        final GroupMember own = configuration.member(nodeId);
        if (own == null || !own.voter()) {
            return NOBODY;
        }
        for (int i = 1; i < nodes; i++) {
            final GroupMember other = configuration.member((nodeId + i) % nodes);
            if (other != null && other.voter() && !other.isWitness()) {
                return other.node();
            }
        }
        return nodeId;
    }

    /** The configuration that it acts on. */
    public Configuration configuration() {
        return core.group(groupId).membership().current();
    }

    /**
     * The ballot below which it refuses everything, as it says itself.
     *
     * @param lowest a ballot of the asker's; when nothing higher is promised, this one is from now on.
     */
    public long promised(final long lowest) {
        promised = lowest;
        ask(lowest, 1, promise -> {});
        return promised;
    }

    /**
     * Hands over all pages of its promise of a ballot of the asker's.
     *
     * @param ballot above all that it has promised.
     * @param pages  takes each page; it is valid during the call.
     * @return whether there were all of them.
     */
    public boolean promise(final long ballot, final Consumer<Promise> pages) {
        nextLsn = 1;
        do {
            if (!ask(ballot, nextLsn, pages) || refused) {
                return false;
            }
        } while (nextLsn != 0);
        return true;
    }

    @Override
    public void close() {
        core.close();
    }

    private boolean ask(final long ballot, final long fromLsn, final Consumer<Promise> pages) {
        final Prepare prepare = new Prepare();
        prepare.ballot = ballot;
        prepare.fromLsn = fromLsn;
        prepare.configuration = configuration().version();
        countLatestLives(prepare);
        wire.inbox.add(encoder.encode(groupId, configVersion, prepare).toBytes());
        onPromise = promise -> {
            if (promise.ballot == ballot && promise.fromLsn == fromLsn) {
                answered = true;
                nextLsn = promise.nextLsn;
                pages.accept(promise);
            }
        };
        answered = false;
        refused = false;
        for (int i = 0; i < CYCLES && !answered; i++) {
            cycle();
        }
        return answered;
    }

    /** It is asked by one who knows of no former life: it would promise nothing to who may count one. */
    private void countLatestLives(final Prepare prepare) {
        prepare.count = prepare.numbers.length;
        Arrays.fill(prepare.numbers, Life.MAX_NUMBER);
        prepare.numbers[configuration().member(nodeId).slot()] = Life.number(core.life());
    }

    private void cycle() {
        core.doWork(nowNs++);
        for (final Flusher flusher : core.flushers()) {
            while (flusher.hasWork()) {
                flush(flusher);
            }
        }
    }

    private static void flush(final Flusher flusher) {
        try {
            flusher.doWork();
        } catch (final Exception e) {
            throw new IllegalStateException("a flusher fails on a sound disk: " + e.getMessage(), e);
        }
    }

    private void hear(final Message message) {
        if (message instanceof StaleBallot) {
            promised = Math.max(promised, ((StaleBallot) message).promised);
            answered = true;
            refused = true;
        } else if (message instanceof Promise && onPromise != null) {
            onPromise.accept((Promise) message);
        }
    }

    /** The asker's end of the network. */
    private final class Wire implements Transport {
        private final Waiter waiter = new ParkingWaiter(false);
        private final ArrayDeque<byte[]> inbox = new ArrayDeque<>();
        private final WireDecoder decoder = WireDecoder.ofObserver(SimCluster.CLUSTER_ID, new WireErrors(),
            CodedCodecs.catalog());

        @Override
        public int poll(final PacketHandler handler, final int limit) {
            int count = 0;
            while (!inbox.isEmpty()) {
                final UnsafeBuffer packet = new UnsafeBuffer(inbox.poll());
                handler.onPacket(packet, 0, packet.capacity());
                count++;
            }
            return count;
        }

        @Override
        public boolean offer(final int destination, final Packet packet) {
            decoder.decode(new UnsafeBuffer(packet.toBytes()), 0, packet.length(),
                (group, version, sender, message) -> hear(message));
            return true;
        }

        @Override
        public Waiter waiter() {
            return waiter;
        }

        @Override
        public String responseChannel() {
            return "";
        }

        @Override
        public int openReturnPath(final String responseChannel) {
            return ALL_NODES - 1;
        }

        @Override
        public void closeReturnPath(final int destination) {
            // None is ever open.
        }

        @Override
        public int doWork(final long now) {
            return 0;
        }

        @Override
        public void close() {
            inbox.clear();
        }
    }

    /** Nobody reads this node's log. */
    private static final class Silence implements NodeEvents {
        @Override
        public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
            // Told to nobody.
        }
    }
}
