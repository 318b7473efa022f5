package io.fleet.ec.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ClientConfig;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.TransportKind;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five members and a client, each in a process of its own: whoever the client sends to is killed. Every count from 1 to
 * the number of commands must have been answered exactly once.
 */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
class RemoteClientTest {
    private static final int NODES = 5;
    private static final int COMMANDS = 1_500;
    private static final int IN_FLIGHT = 30;
    private static final int KILL_AT = 500;
    private static final int RESTART_AT = 1_000;
    private static final long BOUND_SECONDS = 60;

    @TempDir
    private Path directory;
    private final NodeProcess[] nodes = new NodeProcess[NODES];
    private final List<CompletableFuture<byte[]>> answers = new ArrayList<>();

    @AfterEach
    void end() {
        for (final NodeProcess node : nodes) {
            if (node != null) {
                node.close();
            }
        }
    }

    @Test
    void shouldExecuteEachCommandOnceWhenItsProxyIsKilled() throws Exception { // C8, C10, S9, S13
        final List<Member> members = freeMembers();
        for (int i = 0; i < NODES; i++) {
            nodes[i] = NodeProcess.start(i, members, directory);
        }
        int killed = -1;
        try (FleetRemoteClient client = FleetRemoteClient.connect(new ClientConfig(1, 0, NodeProcess.CONFIG, members,
            NodeProcess.LOOPBACK, TransportKind.MDC, "224.0.1.21:40456", NodeProcess.LOOPBACK))) {
            for (int i = 0; i < COMMANDS; i++) {
                if (i >= IN_FLIGHT) {
                    count(answers.get(i - IN_FLIGHT));
                }
                if (i == KILL_AT) {
                    killed = proxy();
                    nodes[killed].kill();
                } else if (i == RESTART_AT) {
                    nodes[killed] = NodeProcess.start(killed, members, directory);
                }
                answers.add(client.submit(new byte[i % 500]));
            }
            requireEachCountOnce();
            awaitVoter(killed);
            nodes[(killed + 1) % NODES].kill();
            assertEquals(COMMANDS + 1, count(client.submit(new byte[5])), "with the one that was restarted");
            assertEquals(COMMANDS + 1, count(client.query(new byte[0])));
        }
    }

    /** Whoever has taken most entries; there is one client. */
    private int proxy() throws IOException {
        int most = 0;
        for (int i = 1; i < NODES; i++) {
            most = nodes[i].taken() > nodes[most].taken() ? i : most;
        }
        assertTrue(nodes[most].taken() > 0, "none has taken anything");
        return most;
    }

    private void requireEachCountOnce() throws Exception {
        final boolean[] seen = new boolean[COMMANDS + 1];
        for (final CompletableFuture<byte[]> answer : answers) {
            final int count = (int) count(answer);
            assertTrue(count >= 1 && count <= COMMANDS, "a command was executed twice: the count is " + count);
            assertFalse(seen[count], "count " + count + " was answered twice");
            seen[count] = true;
        }
    }

    private void awaitVoter(final int node) throws IOException {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        String standing = nodes[node].standing();
        while (!"VOTER".equals(standing)) {
            assertTrue(System.nanoTime() - deadlineNs < 0, "node " + node + " is " + standing);
            LockSupport.parkNanos(1_000_000);
            standing = nodes[node].standing();
        }
    }

    private static List<Member> freeMembers() throws IOException {
        final List<DatagramSocket> sockets = new ArrayList<>();
        final List<Member> members = new ArrayList<>();
        try {
            for (int i = 0; i < NODES; i++) {
                sockets.add(new DatagramSocket(new InetSocketAddress(NodeProcess.LOOPBACK, 0)));
                members.add(new Member(i, NodeProcess.LOOPBACK, sockets.get(i).getLocalPort()));
            }
        } finally {
            sockets.forEach(DatagramSocket::close);
        }
        return members;
    }

    private static long count(final CompletableFuture<byte[]> reply) throws Exception {
        return ByteBuffer.wrap(reply.get(BOUND_SECONDS, TimeUnit.SECONDS)).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
}
