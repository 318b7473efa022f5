package io.fleet.testkit.run;

import io.fleet.client.ReadConsistency;
import io.fleet.client.ReplyHandler;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.error.FleetException;
import io.fleet.node.NodeCore;
import io.fleet.node.client.RemoteClientCore;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.identity.FormerLifeException;
import io.fleet.node.status.GroupStatus;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.VoterState;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.workload.RegisterCodec;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.transport.Packet;
import io.fleet.transport.PacketHandler;
import io.fleet.transport.ParkingWaiter;
import io.fleet.transport.Transport;
import io.fleet.transport.Waiter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A network on which everybody hears what is sent to all, whichever cluster it is of, and processes that run on it in
 * virtual time: production nodes, on simulated disks, that reach each other by the addresses that each was given.
 */
final class Lan {
    static final long MS = 1_000_000;
    static final GroupConfig CONFIG = GroupConfig.scattered().withMaxCommandBytes(1 << 10).withMaxBatchBytes(1 << 10)
        .withRequestTimeoutMillis(3_000);
    private static final int CLIENT = 5_000;

    private final GroupConfig config;
    private final int groups;
    private final List<Process> running = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private Set<Integer> witnesses = Set.of();
    private SnapshotConfig snapshots = SnapshotConfig.atStop(0);
    private Cut cut = (from, to, packet) -> false;
    private Predicate<byte[]> lostToClients = packet -> false;
    private BiConsumer<Process, byte[]> arrival = (to, packet) -> {};
    private int pace = Integer.MAX_VALUE;
    private long nowNs = MS;

    /** What does not get through between two nodes. */
    interface Cut {
        boolean isLost(Process from, Process to, byte[] packet);
    }

    Lan() {
        this(CONFIG);
    }

    /** A network of nodes whose group works in a certain way. */
    Lan(final GroupConfig config) {
        this(config, 1);
    }

    /** A network of nodes with several groups, numbered from 0. */
    Lan(final GroupConfig config, final int groups) {
        this.config = config;
        this.groups = groups;
    }

    GroupConfig config() {
        return config;
    }

    /** Nodes that have no state machine, from now on; those that found are named to all founders. */
    void witnesses(final Set<Integer> nodes) {
        witnesses = nodes;
    }

    /** When nodes write snapshots that start from now on. */
    void snapshots(final SnapshotConfig value) {
        snapshots = value;
    }

    /** Starts a node; {@code book} says where it was told that each node is. */
    Process start(final int nodeId, final String address, final Map<Integer, String> book, final SimMedium medium) {
        return start(nodeId, address, book, medium, config);
    }

    /** Starts a node that is given other settings than the others. */
    Process start(final int nodeId, final String address, final Map<Integer, String> book, final SimMedium medium,
                  final GroupConfig own) {
        final Process process = new Process(nodeId, address, book,
            book.keySet().stream().mapToInt(i -> i).sorted().toArray(), medium, own);
        running.add(process);
        return process;
    }

    /** Starts a node that joins groups of which it knows nothing. */
    Process startJoining(final int nodeId, final String address, final Map<Integer, String> book,
                         final SimMedium medium) {
        return startJoining(nodeId, address, book, medium, config);
    }

    /** Starts a node that joins groups of which it knows nothing, and is given other settings than the others. */
    Process startJoining(final int nodeId, final String address, final Map<Integer, String> book,
                         final SimMedium medium, final GroupConfig own) {
        final Process process = new Process(nodeId, address, book, new int[0], medium, own);
        running.add(process);
        return process;
    }

    /** Starts a node that founds groups of one, whomever else it was told of. */
    Process startAlone(final int nodeId, final String address, final Map<Integer, String> book,
                       final SimMedium medium) {
        final Process process = new Process(nodeId, address, book, new int[] {nodeId}, medium, config);
        running.add(process);
        return process;
    }

    Client client(final long clusterId, final int groupId, final GroupConfig config, final Map<Integer, String> book) {
        final Client client = new Client(clusterId, groupId, config, book);
        clients.add(client);
        return client;
    }

    /** What is lost from now on. */
    void cut(final Cut newCut) {
        cut = newCut;
    }

    /** What clients do not hear from now on. */
    void cutClients(final Predicate<byte[]> lost) {
        lostToClients = lost;
    }

    /** Who sees what reaches nodes, from now on. */
    void onArrival(final BiConsumer<Process, byte[]> seesIt) {
        arrival = seesIt;
    }

    /** How many packets a node takes in a millisecond, from now on; others wait for it. */
    void pace(final int packets) {
        pace = packets;
    }

    long nowNs() {
        return nowNs;
    }

    void run(final long millis) {
        for (long i = 0; i < millis; i++) {
            step();
        }
    }

    /** Runs until a condition holds; false when it does not within so many milliseconds. */
    boolean runUntil(final long millis, final BooleanSupplier condition) {
        for (long i = 0; i < millis && !condition.getAsBoolean(); i++) {
            step();
        }
        return condition.getAsBoolean();
    }

    private void step() {
        nowNs += MS;
        for (final Process process : List.copyOf(running)) {
            process.cycle();
        }
        for (final Client client : List.copyOf(clients)) {
            if (!client.isGone) {
                client.core.doWork(nowNs);
            }
        }
    }

    private void deliver(final Endpoint from, final String address, final byte[] packet) {
        for (final Process process : running) {
            if (process.address.equals(address)) {
                deliver(from, process, packet);
            }
        }
    }

    private void deliver(final Endpoint from, final Process to, final byte[] packet) {
        if (!(from instanceof Process sender) || !cut.isLost(sender, to, packet)) {
            arrival.accept(to, packet);
            to.inbox.add(packet);
        }
    }

    /** One node. */
    final class Process extends Endpoint {
        private final int nodeId;
        private final SimMedium medium;
        private final String address;
        private NodeCore core;
        private FormerLifeException former;
        private String forked = "";

        private Process(final int nodeId, final String address, final Map<Integer, String> book,
                        final int[] members, final SimMedium medium, final GroupConfig config) {
            super(book);
            this.nodeId = nodeId;
            this.address = address;
            this.medium = medium;
            core = new NodeCore(new NodeContext(7, nodeId, members,
                IntStream.range(0, groups).mapToObj(id -> spec(id, nodeId, members, config)).toList(),
                this, List.of(medium.mount()),
                new ScatteredLogConfig(1 << 20, 256 << 10), new OrderedLogConfig(1 << 20, 256 << 10, 64 << 10, 20 * MS),
                snapshots, () -> 1_700_000_000_000L + nowNs / MS, random.nextLong(), 1 << 20,
                NodeEvents.NONE));
        }

        private GroupSpec spec(final int id, final int nodeId, final int[] members, final GroupConfig config) {
            return new GroupSpec(id, config, witnesses.contains(nodeId) ? null : RegisterMachine::new)
                .with(LeaderFitness.DEFAULT_PRIORITY, Arrays.stream(members).filter(witnesses::contains).boxed()
                    .toList());
        }

        @Override
        boolean isHere(final int node) {
            return node == nodeId;
        }

        NodeCore core() {
            return core;
        }

        GroupStatus status() {
            return core.group(0).status();
        }

        boolean isVoter() {
            return core != null && status().standing() == VoterState.VOTER;
        }

        boolean isLeader() {
            return core != null && status().role() == Role.LEADER;
        }

        /** Why it has ended by itself; null when it has not. */
        FormerLifeException former() {
            return former;
        }

        /** What it said as it ended since it has founded a second cluster; empty when it has not. */
        String forked() {
            return forked;
        }

        /** The process is killed; its disk stays. */
        void kill() {
            core = null;
            running.remove(this);
            medium.killProcess();
        }

        /** The process stops in good order. */
        void stop() {
            core.stop();
            core.close();
            kill();
        }

        @Override
        int room() {
            return pace - polled;
        }

        private void cycle() {
            polled = 0;
            try {
                core.doWork(nowNs);
                for (final Flusher flusher : core.flushers()) {
                    while (flusher.hasWork()) {
                        flush(flusher);
                    }
                }
                while (core.snapshots().hasWork()) {
                    core.snapshots().doWork();
                }
            } catch (final FormerLifeException e) {
                former = e;
                core.close();
                kill();
            } catch (final IllegalStateException e) {
                if (!e.getMessage().contains(" founded a group")) {
                    throw e;
                }
                forked = e.getMessage();
                core.close();
                kill();
            }
        }

        private static void flush(final Flusher flusher) {
            try {
                flusher.doWork();
            } catch (final Exception e) {
                throw new IllegalStateException("a flusher fails on a sound disk: " + e.getMessage(), e);
            }
        }
    }

    /** One remote client. */
    final class Client extends Endpoint implements ReplyHandler {
        final List<FleetException> failures = new ArrayList<>();
        private final RemoteClientCore core;
        private final int number = clients.size();
        private int answers;
        private boolean isGone;

        private Client(final long clusterId, final int groupId, final GroupConfig config,
                       final Map<Integer, String> book) {
            super(book);
            core = new RemoteClientCore(clusterId, groupId, config,
                book.keySet().stream().mapToInt(i -> i).sorted().toArray(), this, random.nextLong(), () -> {},
                () -> nowNs);
        }

        int answers() {
            return answers;
        }

        /** What the group lets it have without an answer. */
        int credit() {
            return core.front().credit();
        }

        /** It is gone, and nobody hears of it. */
        void kill() {
            isGone = true;
        }

        /** Adds one to a register, with a payload of so many bytes, and has somebody else told; false if it is full. */
        boolean offer(final int bytes, final long id, final ReplyHandler handler) {
            final UnsafeBuffer header = new UnsafeBuffer(new byte[RegisterCodec.LENGTH]);
            RegisterCodec.encode(RegisterInput.add(1, 1), header, 0);
            final UnsafeBuffer payload = new UnsafeBuffer(new byte[bytes]);
            return core.front().offer(false, header, 0, RegisterCodec.LENGTH, payload, 0, bytes, id, handler);
        }

        /** Reads a register as a quorum of members has it. */
        void read() {
            final UnsafeBuffer header = new UnsafeBuffer(new byte[RegisterCodec.LENGTH]);
            RegisterCodec.encode(RegisterInput.read(1), header, 0);
            if (!core.front().offerRead(ReadConsistency.LINEARIZABLE_QUORUM, header, 0, RegisterCodec.LENGTH, header, 0,
                0, 0, this)) {
                throw new IllegalStateException("a client's queue is full");
            }
        }

        /** Adds one to a register. */
        void submit() {
            final UnsafeBuffer header = new UnsafeBuffer(new byte[RegisterCodec.LENGTH]);
            RegisterCodec.encode(RegisterInput.add(1, 1), header, 0);
            try {
                if (!core.front().offer(false, header, 0, RegisterCodec.LENGTH, header, 0, 0, 0, this)) {
                    throw new IllegalStateException("a client's queue is full");
                }
            } catch (final FleetException e) {
                failures.add(e);
            }
        }

        @Override
        public String responseChannel() {
            return "client-" + number;
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

    /** One end of the network. */
    private class Endpoint implements Transport {
        final ArrayDeque<byte[]> inbox = new ArrayDeque<>();
        private final Map<Integer, String> book;
        private final Waiter waiter = new ParkingWaiter(false);

        /** How many packets it has taken in this millisecond. */
        int polled;

        /** How many more it takes. */
        int room() {
            return Integer.MAX_VALUE;
        }

        Endpoint(final Map<Integer, String> book) {
            this.book = new HashMap<>(book);
        }

        @Override
        public boolean connect(final int node, final String told) {
            if (!told.isEmpty()) {
                book.put(node, told);
            }
            return true;
        }

        @Override
        public int poll(final PacketHandler handler, final int limit) {
            int count = 0;
            for (int left = Math.min(Math.min(limit, room()), inbox.size()); left > 0; left--) {
                final UnsafeBuffer packet = new UnsafeBuffer(inbox.poll());
                handler.onPacket(packet, 0, packet.capacity());
                count++;
            }
            polled += count;
            return count;
        }

        @Override
        public boolean offer(final int destination, final Packet sent) {
            final byte[] packet = sent.toBytes();
            if (destination == ALL_NODES) {
                running.stream().filter(process -> process != this).forEach(process -> deliver(this, process, packet));
                return true;
            }
            if (destination >= CLIENT) {
                if (!lostToClients.test(packet)) {
                    ((Endpoint) clients.get(destination - CLIENT)).inbox.add(packet);
                }
                return true;
            }
            final String address = book.get(destination);
            if (address != null) {
                deliver(this, address, packet);
            }
            return address != null;
        }

        @Override
        public int offerToSome(final int[] nodes, final int needed, final Packet sent) {
            int count = 0;
            for (final int node : nodes) {
                count += !isHere(node) && offer(node, sent) ? 1 : 0;
            }
            return count;
        }

        /** Whether this is where a node receives. */
        boolean isHere(final int node) {
            return false;
        }

        @Override
        public int[] connected() {
            return book.keySet().stream().mapToInt(i -> i).sorted().toArray();
        }

        @Override
        public String address(final int node) {
            return book.getOrDefault(node, "");
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
            return CLIENT + Integer.parseInt(responseChannel.substring("client-".length()));
        }

        @Override
        public void closeReturnPath(final int destination) {
            // Clients stay where they are.
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
}
