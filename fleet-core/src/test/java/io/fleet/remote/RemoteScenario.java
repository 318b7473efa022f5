package io.fleet.remote;

import io.fleet.ClientConfig;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.TransportKind;
import io.fleet.client.FleetClient;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Three nodes and a client, each in a process of its own: the client adds ones to a counter while the leader's process
 * is killed and started again. Every sum from 1 to the number of commands must have been answered exactly once.
 */
final class RemoteScenario {
    private static final int COMMANDS = 3_000;
    private static final int IN_FLIGHT = 50;
    private static final int KILL_AT = 1_000;
    private static final int RESTART_AT = 2_000;
    private static final long BOUND_SECONDS = 40;
    private static final long IDLE_NS = 1_000_000;

    private final TransportKind transport;
    private final Path directory;
    private final List<Member> members;
    private final NodeProcess[] nodes = new NodeProcess[3];
    private final List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    private int killed = -1;

    private RemoteScenario(final TransportKind transport, final Path directory) throws IOException {
        this.transport = transport;
        this.directory = directory;
        members = freeMembers();
    }

    /** For a run in a network namespace: the transport, and a directory for the nodes. */
    public static void main(final String[] arguments) throws Exception {
        play(TransportKind.valueOf(arguments[0]), Path.of(arguments[1]));
        System.out.println("passed");
    }

    static void play(final TransportKind transport, final Path directory) throws Exception {
        final RemoteScenario scenario = new RemoteScenario(transport, directory);
        try {
            scenario.play();
        } finally {
            for (final NodeProcess node : scenario.nodes) {
                if (node != null) {
                    node.close();
                }
            }
        }
    }

    private void play() throws Exception {
        for (int i = 0; i < nodes.length; i++) {
            start(i);
        }
        final ClientConfig config = new ClientConfig(1, 0, NodeProcess.CONFIG, members, NodeProcess.LOOPBACK, transport,
            NodeProcess.GROUP, NodeProcess.LOOPBACK);
        try (FleetRemoteClient client = FleetRemoteClient.connect(config)) {
            for (int i = 0; i < COMMANDS; i++) {
                if (i >= IN_FLIGHT) {
                    value(answers.get(i - IN_FLIGHT));
                }
                if (i == KILL_AT) {
                    killLeader();
                } else if (i == RESTART_AT) {
                    start(killed);
                }
                answers.add(client.submit(number(1)));
            }
            requireEachSumOnce();
            requireTheRestarted(client);
        }
    }

    private void start(final int node) throws IOException {
        nodes[node] = NodeProcess.start(transport, node, members, directory);
    }

    private void killLeader() throws IOException, InterruptedException {
        killed = nodes[0].leader();
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (killed < 0) {
            check(System.nanoTime() - deadlineNs < 0, "node 0 knows of no leader");
            LockSupport.parkNanos(IDLE_NS);
            killed = nodes[0].leader();
        }
        nodes[killed].kill();
    }

    private void requireEachSumOnce() throws Exception {
        final boolean[] seen = new boolean[COMMANDS + 1];
        for (final CompletableFuture<byte[]> answer : answers) {
            final long sum = value(answer);
            check(sum >= 1 && sum <= COMMANDS, "a command was executed twice: the sum is " + sum);
            check(!seen[(int) sum], "sum " + sum + " was answered twice");
            seen[(int) sum] = true;
        }
    }

    /** Without the node that was restarted and caught up there is no majority now. */
    private void requireTheRestarted(final FleetClient client) throws Exception {
        nodes[(killed + 1) % nodes.length].kill();
        check(value(client.submit(number(5))) == COMMANDS + 5, "the sum after the second crash");
        check(value(client.query(new byte[0])) == COMMANDS + 5, "the sum that is read");
    }

    private static List<Member> freeMembers() throws IOException {
        final List<DatagramSocket> sockets = new ArrayList<>();
        final List<Member> members = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                sockets.add(new DatagramSocket(new InetSocketAddress(NodeProcess.LOOPBACK, 0)));
                members.add(new Member(i, NodeProcess.LOOPBACK, sockets.get(i).getLocalPort()));
            }
        } finally {
            sockets.forEach(DatagramSocket::close);
        }
        return members;
    }

    private static byte[] number(final long value) {
        return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    }

    private static long value(final CompletableFuture<byte[]> reply) throws Exception {
        return ByteBuffer.wrap(reply.get(BOUND_SECONDS, TimeUnit.SECONDS)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static void check(final boolean condition, final String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }
}
