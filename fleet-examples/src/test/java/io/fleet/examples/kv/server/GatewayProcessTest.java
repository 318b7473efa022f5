package io.fleet.examples.kv.server;

import static io.fleet.fixture.cluster.Clusters.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.cluster.Clusters;
import io.fleet.fixture.process.Children;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Three nodes and two gateways, each a process of {@code fleet kv}; one gateway is killed, then the other is told. */
@Tag("slow")
class GatewayProcessTest {
    private static final int NODES = 3;
    private static final int GATEWAYS = 2;
    private static final int CLIENTS = 8;
    private static final int AT_LEAST = 200;

    @TempDir
    Path directory;
    private String members;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        members = Clusters.freeMembers(NODES).stream().map(each -> each.host() + ":" + each.port())
            .collect(Collectors.joining(","));
        final List<ServerSocket> sockets = new ArrayList<>();
        for (int i = 0; i < NODES + GATEWAYS; i++) {
            final ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(Clusters.LOOPBACK, 0));
            sockets.add(socket);
            ports.add(socket.getLocalPort());
        }
        for (final ServerSocket socket : sockets) {
            socket.close();
        }
        for (int i = 0; i < NODES; i++) {
            launch(i, "--id", Integer.toString(i), "--dir", directory.resolve("node-" + i).toString());
        }
        for (int i = NODES; i < NODES + GATEWAYS; i++) {
            launch(i, "--gateway", "--store-bytes", "16777216");
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (final Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    private void launch(final int index, final String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("--cluster", "1", "--members", members, "--port",
            Integer.toString(ports.get(index))));
        arguments.addAll(List.of(options));
        processes.add(new ProcessBuilder(Children.java(List.of("-Xmx128m", Children.ADD_OPENS), KvMain.class,
            arguments))
            .redirectErrorStream(true).redirectOutput(log(index).toFile()).start());
    }

    private Path log(final int index) {
        return directory.resolve("log-" + index);
    }

    private String said(final int index) {
        try {
            return Files.readString(log(index));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counts up on a key of its own at one gateway, and where that is gone at the next one, as behind a balancer. */
    private final class Client {
        private final String key;
        private int at;
        private volatile long acknowledged;
        private volatile long unknown;

        Client(final int number) {
            key = "key-" + number;
            at = NODES + number % GATEWAYS;
        }

        private Void run(final AtomicBoolean stop) {
            while (!stop.get()) {
                try (Jedis jedis = jedis(at)) {
                    while (!stop.get()) {
                        incr(jedis);
                    }
                } catch (final JedisConnectionException gone) {
                    at = NODES + (at - NODES + 1) % GATEWAYS;
                }
            }
            return null;
        }

        private void incr(final Jedis jedis) {
            boolean answered = false;
            try {
                final long value = jedis.incr(key);
                answered = true;
                acknowledged++;
                assertTrue(value >= acknowledged && value <= acknowledged + unknown, key + " is " + value + " after "
                    + acknowledged + " acknowledged and " + unknown + " unknown");
            } catch (final JedisDataException e) {
                answered = e.getMessage().startsWith("TRYAGAIN not applied");
            } finally {
                unknown += answered ? 0 : 1;
            }
        }
    }

    private Jedis jedis(final int index) {
        return new Jedis(new HostAndPort(Clusters.LOOPBACK, ports.get(index)), DefaultJedisClientConfig.builder()
            .timeoutMillis((int) (Clusters.PATIENCE_SECONDS * 1_000)).build());
    }

    @Test
    void shouldLoseNothingThatWasAcknowledgedWhenAGatewayIsKilled() throws Exception {
        for (int i = NODES; i < NODES + GATEWAYS; i++) {
            final int gateway = i;
            await("gateway " + gateway + " is ready", () -> said(gateway).contains("ready:    commands are served"));
            assertTrue(said(gateway).contains("fleet kv: a gateway to 3 nodes (" + members.replace(",", ", ")
                + "), RESP on 127.0.0.1:"
                + ports.get(gateway)), said(gateway));
        }
        final AtomicBoolean stop = new AtomicBoolean();
        final List<Client> clients = new ArrayList<>();
        final List<CompletableFuture<Void>> runs = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            final Client client = new Client(i);
            clients.add(client);
            final CompletableFuture<Void> run = new CompletableFuture<>();
            runs.add(run);
            final Thread thread = new Thread(() -> {
                try {
                    run.complete(client.run(stop));
                } catch (final Throwable e) {
                    run.completeExceptionally(e);
                }
            }, client.key);
            thread.setDaemon(true);
            thread.start();
        }
        await("all clients are served", () -> failed(runs) || clients.stream().allMatch(
            client -> client.acknowledged >= AT_LEAST));
        processes.get(NODES).destroyForcibly().waitFor();
        final List<Long> before = clients.stream().map(client -> client.acknowledged).toList();
        await("all clients go on at the other gateway", () -> failed(runs) || clients.stream().allMatch(
            client -> client.acknowledged >= before.get(clients.indexOf(client)) + AT_LEAST));
        stop.set(true);
        for (final CompletableFuture<Void> run : runs) {
            Clusters.get(run);
        }
        try (Jedis node = jedis(0)) {
            for (final Client client : clients) {
                final long value = Long.parseLong(node.get(client.key));
                assertTrue(value >= client.acknowledged && value <= client.acknowledged + client.unknown,
                    client.key + " is " + value + " after " + client.acknowledged + " acknowledged and "
                        + client.unknown + " unknown");
            }
        }
        assertTrue(clients.stream().anyMatch(client -> client.at != NODES), "nobody changed the gateway");
        processes.get(NODES + 1).destroy();
        assertEquals(0, processes.get(NODES + 1).waitFor(), said(NODES + 1));
        await("it says so", () -> said(NODES + 1).contains("stopped"));
    }

    private static boolean failed(final List<CompletableFuture<Void>> runs) {
        return runs.stream().anyMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void shouldEndWhereTheNodesRefuseIt() throws Exception {
        await("a gateway is ready", () -> said(NODES).contains("ready:    commands are served"));
        final String output = Children.run(Children.java(List.of("-Xmx128m", Children.ADD_OPENS), KvMain.class,
            List.of("--gateway", "--cluster", "7", "--members", members, "--store-bytes", "16777216", "--port",
                Integer.toString(freePort()))));
        assertTrue(output.contains("fleet: clusterId is 7, but must be 1: that is what node "), output);
        assertTrue(output.endsWith("exit " + CommandLines.WRONG_USAGE), output);
        for (int i = 0; i < NODES; i++) {
            processes.get(i).destroyForcibly().waitFor();
        }
        await("it says that it reaches nobody", () -> said(NODES).contains("waits:    has heard no node for "));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(Clusters.LOOPBACK, 0));
            return socket.getLocalPort();
        }
    }
}
