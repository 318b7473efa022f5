package io.fleet.testkit.members;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.get;

import io.fleet.ClientConfig;
import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.testkit.history.Verdict;
import io.fleet.testkit.workload.RegisterMachine;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A group of three that becomes one of five, and then one of three others, over UDP, while remote clients work that
 * were started before the first change, amid the changes, and after the last one. No operation may fail, and the
 * history of all of them must be linearizable.
 */
final class MembersScenario implements AutoCloseable {
    private static final int FOUNDERS = 3;
    private static final int NODES = 6;
    private static final String LOOPBACK = "127.0.0.1";
    private static final String GROUP = "224.0.1.23:40456";
    private static final GroupConfig CONFIG = GroupConfig.scattered().withMaxCommandBytes(4096)
        .withRequestTimeoutMillis(30_000);

    private final TransportKind transport;
    private final Path directory;
    private final List<Member> members;
    private final Map<Integer, FleetNode> nodes = new TreeMap<>();
    private final RecordedLoad load = new RecordedLoad();

    MembersScenario(final TransportKind transport, final Path directory) throws IOException {
        this.transport = transport;
        this.directory = directory;
        members = freeMembers();
    }

    /** For a run in a network namespace: the transport, and a directory for the nodes. */
    public static void main(final String[] arguments) throws Exception {
        try (MembersScenario scenario =
            new MembersScenario(TransportKind.valueOf(arguments[0]), Path.of(arguments[1]))) {
            System.out.println(scenario.play());
        }
        System.out.println("passed");
    }

    /** Plays it; what was seen, in words. */
    String play() throws Exception {
        for (int node = 0; node < FOUNDERS; node++) {
            start(node);
        }
        begin(0, 1, 2);
        load.awaitMore();
        add(1, 3);
        add(3, 4);
        begin(4);
        load.awaitMore();
        remove(4, 0);
        remove(3, 1);
        start(5);
        change(nodes.get(4).replaceNode(0, 2, members.get(5)), 3, 4, 5);
        leave(2);
        begin(5);
        nodes.remove(3).close();
        load.awaitMore();
        start(3);
        await("node 3 is ready again", () -> nodes.get(3).health().notReady().isEmpty());
        load.awaitMore();
        load.end();
        return judge();
    }

    private String judge() {
        check(load.failed() == 0, load.failed() + " operations failed");
        final Verdict verdict = load.verdict();
        check(verdict.isLinearizable(), verdict.kind() + ": " + verdict.explanation());
        final long version = nodes.get(3).members(0).version();
        for (final FleetNode node : nodes.values()) {
            check(node.members(0).version() == version, "nodes act on different members");
        }
        return "linearizable: " + load.operations().size() + " operations of clients that knew founders, members and"
            + " successors; " + nodes.get(3).members(0);
    }

    /** A client that is told of some members only. */
    private void begin(final int... known) {
        final List<Member> told = new ArrayList<>();
        for (final int node : known) {
            told.add(members.get(node));
        }
        load.begin(new ClientConfig(1, 0, CONFIG, told, LOOPBACK, transport, GROUP, LOOPBACK));
    }

    private void add(final int asked, final int node) throws Exception {
        start(node);
        check(get(nodes.get(asked).addNode(0, members.get(node))).member(node).voter(), node + " does not vote");
        load.awaitMore();
    }

    private void remove(final int asked, final int node) throws Exception {
        check(get(nodes.get(asked).removeNode(0, node)).member(node) == null, node + " is still a member");
        leave(node);
    }

    /** A node that was removed says so, and is stopped. */
    private void leave(final int node) throws Exception {
        final FleetNode removed = nodes.get(node);
        await("node " + node + " knows that it is removed", () -> removed.health().notReady().stream()
            .anyMatch(reason -> reason.contains("is removed from it")));
        nodes.remove(node).close();
        load.awaitMore();
    }

    private void change(final CompletableFuture<Configuration> change, final Integer... expected) throws Exception {
        final List<Integer> now = get(change).members().stream().map(GroupMember::node).sorted().toList();
        check(now.equals(List.of(expected)), "members are " + now);
    }

    private void start(final int node) {
        final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(node).transport(transport)
            .multicastGroup(GROUP).multicastInterface(LOOPBACK)
            .scatteredLog(SCATTERED)
            .orderedLog(ORDERED)
            .directory(directory.resolve("node-" + node))
            .group(0, CONFIG, RegisterMachine::new);
        if (node < FOUNDERS) {
            config.members(members.subList(0, FOUNDERS));
        } else {
            config.members(List.of(members.get(node), members.get(node == 3 ? 2 : 3))).joins(true);
        }
        nodes.put(node, FleetNode.launch(config.build()));
    }

    private static List<Member> freeMembers() throws IOException {
        final List<DatagramSocket> sockets = new ArrayList<>();
        final List<Member> members = new ArrayList<>();
        try {
            for (int i = 0; i < NODES; i++) {
                sockets.add(new DatagramSocket(new InetSocketAddress(LOOPBACK, 0)));
                members.add(new Member(i, LOOPBACK, sockets.get(i).getLocalPort()));
            }
        } finally {
            sockets.forEach(DatagramSocket::close);
        }
        return members;
    }

    private static void check(final boolean condition, final String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    @Override
    public void close() {
        load.close();
        nodes.values().forEach(FleetNode::close);
    }
}
