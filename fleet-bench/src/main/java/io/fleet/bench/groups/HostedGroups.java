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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Three nodes of this process, over UDP, all of which have the same groups. One thread. */
final class HostedGroups implements AutoCloseable {
    private static final int NODES = 3;
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private static final Executor LATER = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

    private final int groups;
    private final Path directory;
    private final List<Member> members = new ArrayList<>();
    private final List<FleetNode> nodes = new ArrayList<>();

    HostedGroups(final int groups, final Path directory) throws IOException {
        this.groups = groups;
        this.directory = directory;
        final List<Integer> ports = FreePorts.find(NODES);
        for (int i = 0; i < NODES; i++) {
            members.add(new Member(i, "127.0.0.1", ports.get(i)));
        }
    }

    /** Starts all nodes; how long that took, in nanoseconds. */
    long launch() {
        final long begunNs = System.nanoTime();
        for (int i = 0; i < NODES; i++) {
            // A node that is closed without handing over is to the others as one that was killed.
            final NodeConfig.Builder node = NodeConfig.builder().clusterId(1).nodeId(i).members(members)
                .directory(directory.resolve("node-" + i)).handOverMillis(0);
            for (int group = 0; group < groups; group++) {
                node.group(group, GroupConfig.scattered(), CountingMachine::new);
            }
            nodes.add(FleetNode.launch(node.build()));
        }
        return System.nanoTime() - begunNs;
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
            clients.add(nodes.get(group % NODES).client(group));
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

    /** What the nodes do while nobody asks them anything. */
    Cost rest(final Duration length) {
        LockSupport.parkNanos(length.toNanos() / 2);
        final Sample before = sample();
        LockSupport.parkNanos(length.toNanos());
        return Cost.between(before, sample(), 0);
    }

    private Sample sample() {
        long syncs = 0;
        long packets = 0;
        for (final FleetNode node : nodes) {
            for (final Flusher flusher : node.core().flushers()) {
                syncs += flusher.counters().syncs();
            }
            packets += node.core().counters().packetsSent.get();
        }
        return new Sample(System.nanoTime(), NodeTime.ofNodes(), syncs, packets);
    }

    /**
     * The node that leads most groups goes without a word; how long it takes until others lead all of them, in
     * nanoseconds, and how many it led.
     */
    FailOver failOver() throws TimeoutException {
        int most = 0;
        for (int i = 1; i < NODES; i++) {
            most = led(i) > led(most) ? i : most;
        }
        final int led = led(most);
        final FleetNode gone = nodes.remove(most);
        final Thread closer = new Thread(gone::close, "bench-close");
        final long begunNs = System.nanoTime();
        closer.start();
        awaitLeaders(begunNs);
        return new FailOver(led, System.nanoTime() - begunNs);
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

    private int led(final int node) {
        int led = 0;
        for (int group = 0; group < groups; group++) {
            led += nodes.get(node).status(group).role() == Role.LEADER ? 1 : 0;
        }
        return led;
    }

    private boolean isLed(final int group) {
        return nodes.stream().anyMatch(node -> node.status(group).role() == Role.LEADER);
    }

    @Override
    public void close() {
        nodes.forEach(FleetNode::close);
    }
}
