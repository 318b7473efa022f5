package io.fleet.bench.groups;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.bench.harness.CountingMachine;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.storage.log.Flusher;
import io.fleet.verify.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The nodes of one or three machines, over UDP. All machines have the same groups, spread over the nodes of each; the
 * nodes of the same place are a cluster, and share nothing with the others but this process. One thread.
 */
final class HostedGroups implements AutoCloseable {
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Executor LATER = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    private final int groups;
    private final Shape shape;
    private final Path directory;
    /** Of each cluster. */
    private final List<List<Member>> members = new ArrayList<>();
    private final List<Machine> machines = new ArrayList<>();

    HostedGroups(final int groups, final Shape shape, final Path directory) throws IOException {
        this.groups = groups;
        this.shape = shape;
        this.directory = directory;
        final Iterator<Integer> ports = FreePorts.find(shape.nodes()).iterator();
        for (int place = 0; place < shape.nodesPerMachine(); place++) {
            final List<Member> cluster = new ArrayList<>();
            for (int machine = 0; machine < shape.machines(); machine++) {
                cluster.add(new Member(idOf(machine, place), "127.0.0.1", ports.next()));
            }
            members.add(cluster);
        }
    }

    /** Starts all nodes; how long that took, in nanoseconds. */
    long launch() {
        final long begunNs = System.nanoTime();
        for (int machine = 0; machine < shape.machines(); machine++) {
            final Machine started = new Machine(new ArrayList<>());
            machines.add(started);
            for (int place = 0; place < shape.nodesPerMachine(); place++) {
                started.nodes().add(FleetNode.launch(configOf(machine, place)));
            }
        }
        return System.nanoTime() - begunNs;
    }

    /** Nodes of all clusters have numbers of their own, so that their threads and meters have, too. */
    private int idOf(final int machine, final int place) {
        return place * shape.machines() + machine;
    }

    /** A node that is closed without handing over is to the others as one that was killed. */
    private NodeConfig configOf(final int machine, final int place) {
        final NodeConfig.Builder node = NodeConfig.builder().clusterId(1 + place).nodeId(idOf(machine, place))
            .members(members.get(place)).foundsAlone(shape.machines() == 1)
            .directory(directory.resolve("machine-" + machine).resolve("node-" + place)).handOverMillis(0);
        for (int group = place; group < groups; group += shape.nodesPerMachine()) {
            node.group(group, GroupConfig.scattered(), CountingMachine::new);
        }
        return node.build();
    }

    /** Waits until each group has a leader and has answered a command; how long that took, in nanoseconds. */
    long awaitAnswers() throws TimeoutException {
        final long begunNs = System.nanoTime();
        awaitLeaders(begunNs);
        final List<FleetClient> clients = clients(groups);
        clients.stream().map(client -> answered(client, begunNs)).toList().forEach(CompletableFuture::join);
        final long tookNs = System.nanoTime() - begunNs;
        clients.forEach(FleetClient::close);
        return tookNs;
    }

    /** While a thousand groups elect, a command may have no answer in time: it is asked again for two minutes. */
    private static CompletableFuture<byte[]> answered(final FleetClient client, final long begunNs) {
        return client.submit(new byte[1]).orTimeout(LONGEST_NS, TimeUnit.NANOSECONDS).exceptionallyComposeAsync(
            failure -> System.nanoTime() - begunNs > LONGEST_NS ? CompletableFuture.failedFuture(failure)
                : answered(client, begunNs), LATER);
    }

    private List<FleetClient> clients(final int count) {
        final List<FleetClient> clients = new ArrayList<>();
        for (int group = 0; group < count; group++) {
            clients.add(machines.get(group % machines.size()).of(group).client(group));
        }
        return clients;
    }

    /** Keeps commands in flight in the first groups. */
    Cost load(final int busy, final int inFlight, final int bytes, final Duration length) throws TimeoutException {
        final List<FleetClient> clients = clients(busy);
        final SpreadLoad load = new SpreadLoad(clients, inFlight, bytes);
        final long answered = load.answered();
        final Sample before = sample();
        LockSupport.parkNanos(length.toNanos());
        final Cost cost = Cost.between(before, sample(), load.answered() - answered);
        load.end(LONGEST_NS);
        clients.forEach(FleetClient::close);
        return cost.with(load.failed(), load.firstFailure());
    }

    /**
     * What the nodes do while nobody asks them anything, and the sessions of those who did are over: some clients that
     * were closed while the leader changed leave theirs open for a minute.
     */
    Cost rest(final Duration length) throws TimeoutException {
        final long begunNs = System.nanoTime();
        while (sessions() > 0) {
            if (System.nanoTime() - begunNs > LONGEST_NS) {
                throw new TimeoutException("some sessions have not ended for two minutes");
            }
            LockSupport.parkNanos(100 * LOOK_NS);
        }
        LockSupport.parkNanos(length.toNanos() / 2);
        final Sample before = sample();
        LockSupport.parkNanos(length.toNanos());
        return Cost.between(before, sample(), 0);
    }

    private Sample sample() {
        long syncs = 0;
        long packets = 0;
        for (final Machine machine : machines) {
            for (final FleetNode node : machine.nodes()) {
                for (final Flusher flusher : node.core().flushers()) {
                    syncs += flusher.counters().syncs();
                }
                packets += node.core().counters().packetsSent.get();
            }
        }
        return new Sample(System.nanoTime(), NodeTime.ofNodes(), syncs, packets);
    }

    /**
     * The machine that leads most groups goes without a word; how long it takes until others lead all of them, in
     * nanoseconds, and how many it led.
     */
    FailOver failOver() throws TimeoutException {
        int most = 0;
        for (int i = 1; i < machines.size(); i++) {
            most = machines.get(i).led(groups) > machines.get(most).led(groups) ? i : most;
        }
        final Machine gone = machines.remove(most);
        final int led = gone.led(groups);
        final Thread closer = new Thread(gone::close, "bench-close");
        final long begunNs = System.nanoTime();
        closer.start();
        awaitLeaders(begunNs);
        return new FailOver(led, System.nanoTime() - begunNs);
    }

    private long sessions() {
        return machines.stream().mapToLong(machine -> IntStream.range(0, groups)
            .mapToLong(group -> machine.of(group).status(group).sessions()).sum()).sum();
    }

    private void awaitLeaders(final long begunNs) throws TimeoutException {
        for (int group = 0; group < groups; group++) {
            while (!isLed(group)) {
                if (System.nanoTime() - begunNs > LONGEST_NS) {
                    throw new TimeoutException("nobody has led group " + group + " for two minutes");
                }
                LockSupport.parkNanos(LOOK_NS);
            }
        }
    }

    private boolean isLed(final int group) {
        return machines.stream().anyMatch(machine -> machine.leads(group));
    }

    @Override
    public void close() {
        machines.forEach(Machine::close);
    }

    /**
     * How many nodes there are.
     *
     * @param machines        which all have the same groups.
     * @param nodesPerMachine among which each machine spreads its groups.
     */
    record Shape(int machines, int nodesPerMachine) {
        int nodes() {
            return machines * nodesPerMachine;
        }
    }

    /** The nodes of one machine, each of which has a share of the groups. */
    private record Machine(List<FleetNode> nodes) implements AutoCloseable {
        FleetNode of(final int group) {
            return nodes.get(group % nodes.size());
        }

        boolean leads(final int group) {
            return of(group).status(group).role() == Role.LEADER;
        }

        int led(final int groups) {
            return (int) IntStream.range(0, groups).filter(this::leads).count();
        }

        @Override
        public void close() {
            nodes.forEach(FleetNode::close);
        }
    }
}
