package io.fleet.bench.groups;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.bench.harness.CountingMachine;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.node.NodeCore;
import io.fleet.storage.log.Flusher;
import io.fleet.verify.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The nodes of one or three machines, over UDP. All have the same groups, spread over the duty threads of each. One
 * thread.
 */
final class HostedGroups implements AutoCloseable {
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Executor LATER = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    private final int groups;
    private final Shape shape;
    private final Path directory;
    private final List<Member> members = new ArrayList<>();
    private final List<FleetNode> nodes = new ArrayList<>();

    HostedGroups(final int groups, final Shape shape, final Path directory) throws IOException {
        this.groups = groups;
        this.shape = shape;
        this.directory = directory;
        for (final int port : FreePorts.find(shape.machines(), shape.dutyThreads())) {
            members.add(new Member(members.size(), "127.0.0.1", port));
        }
    }

    /** Starts all nodes; how long that took, in nanoseconds. */
    long launch() {
        final long begunNs = System.nanoTime();
        members.forEach(member -> nodes.add(FleetNode.launch(configOf(member.nodeId()))));
        return System.nanoTime() - begunNs;
    }

    /** A node that is closed without handing over is to the others as one that was killed. */
    private NodeConfig configOf(final int id) {
        final NodeConfig.Builder node = NodeConfig.builder().clusterId(1).nodeId(id).members(members)
            .foundsAlone(shape.machines() == 1).dutyThreads(shape.dutyThreads())
            .directory(directory.resolve("node-" + id)).handOverMillis(0);
        for (int group = 0; group < groups; group++) {
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
            clients.add(nodes.get(group % nodes.size()).client(group));
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
        for (final FleetNode node : nodes) {
            for (final NodeCore core : node.cores()) {
                for (final Flusher flusher : core.flushers()) {
                    syncs += flusher.counters().syncs();
                }
                packets += core.counters().packetsSent.get();
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
        for (int i = 1; i < nodes.size(); i++) {
            most = led(nodes.get(i)) > led(nodes.get(most)) ? i : most;
        }
        final FleetNode gone = nodes.remove(most);
        final int led = led(gone);
        final Thread closer = new Thread(gone::close, "bench-close");
        final long begunNs = System.nanoTime();
        closer.start();
        awaitLeaders(begunNs);
        return new FailOver(led, System.nanoTime() - begunNs);
    }

    private long sessions() {
        return nodes.stream().mapToLong(node -> IntStream.range(0, groups)
            .mapToLong(group -> node.status(group).sessions()).sum()).sum();
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
        return nodes.stream().anyMatch(node -> leads(node, group));
    }

    private static boolean leads(final FleetNode node, final int group) {
        return node.status(group).role() == Role.LEADER;
    }

    private int led(final FleetNode node) {
        return (int) IntStream.range(0, groups).filter(group -> leads(node, group)).count();
    }

    @Override
    public void close() {
        nodes.forEach(FleetNode::close);
    }

    /**
     * What is started.
     *
     * @param machines    which all have the same groups, each in one node.
     * @param dutyThreads over which each node spreads its groups.
     */
    record Shape(int machines, int dutyThreads) {
    }
}
