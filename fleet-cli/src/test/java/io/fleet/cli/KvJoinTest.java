package io.fleet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Key-value servers, each a process, as an operator has them: one joins, and one is removed (S14). */
@Tag("full")
class KvJoinTest {
    private static final String HOST = "127.0.0.1";
    private static final int NODES = 4;
    private static final int FOUNDERS = 3;
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(240);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    /** Of each node: for RESP, for admin and for health. */
    private static final int PORTS = 3;

    @TempDir
    Path directory;
    private final Process[] processes = new Process[NODES];
    private List<Integer> udp;
    private List<Integer> tcp;
    private String said;

    @BeforeEach
    void findPorts() throws IOException {
        final List<AutoCloseable> open = new ArrayList<>();
        udp = new ArrayList<>();
        tcp = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            final DatagramSocket socket = new DatagramSocket(new InetSocketAddress(HOST, 0));
            udp.add(socket.getLocalPort());
            open.add(socket);
        }
        for (int i = 0; i < NODES * PORTS; i++) {
            final ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(HOST, 0));
            tcp.add(socket.getLocalPort());
            open.add(socket);
        }
        for (final AutoCloseable each : open) {
            try {
                each.close();
            } catch (final Exception e) {
                throw new IOException(e);
            }
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        for (final Process process : processes) {
            if (process != null) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void shouldTakeANodeInAndLetAnotherGo() throws Exception {
        for (int node = 0; node < FOUNDERS; node++) {
            start(node);
        }
        await("three nodes are ready",
            () -> admin(0, "ready") == 0 && admin(1, "ready") == 0 && admin(2, "ready") == 0);
        assertEquals("+OK", resp(0, "SET", "greeting", "hello"));

        start(3);
        await("node 3 runs", () -> admin(3, "live") == 0);
        assertEquals(1, admin(3, "ready"));
        assertEquals(0, admin(3, "members"));
        assertEquals("group 0: this node waits to be added to it\n", said);
        final String taken = HOST + ":" + udp.get(2);
        assertEquals(1, admin(1, "add", "--node", "3", "--address", taken));
        assertEquals("fleet: group 0: members stay: " + taken + " is the address of node 2\n", said);
        assertEquals(0, admin(1, "add", "--node", "3", "--address", HOST + ":" + udp.get(3), "--timeout", "60"), said);
        assertTrue(said.contains("  node 3 votes, " + HOST + ":" + udp.get(3) + "\n"), said);
        await("node 3 is ready", () -> admin(3, "ready") == 0);
        assertEquals("$5", resp(3, "GET", "greeting"));

        assertEquals(0, admin(3, "remove", "--node", "0", "--timeout", "60"), said);
        await("node 0 says that it is removed", () -> admin(0, "ready") == 1 && said.contains("is removed from it"));
        final HttpResponse<String> health = HttpClient.newHttpClient().send(HttpRequest.newBuilder(
            URI.create("http://" + HOST + ":" + port(0, 2) + "/ready")).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(503, health.statusCode());
        assertTrue(health.body().contains("group 0: is removed from it"), health.body());
        await("its log says so", () -> log(0).contains("node 0 group 0: does not belong to the group any more"));
        processes[0].destroy();
        assertTrue(processes[0].waitFor(30, TimeUnit.SECONDS), "node 0 does not end");
        assertEquals("+OK", resp(3, "SET", "greeting", "bye"));

        processes[3].destroy();
        assertTrue(processes[3].waitFor(30, TimeUnit.SECONDS), "node 3 does not end");
        start(3);
        await("node 3 is ready again", () -> admin(3, "ready") == 0);
        assertEquals("$3", resp(3, "GET", "greeting"));
        assertEquals(0, admin(3, "members"));
        assertEquals(4, said.lines().count(), said);
    }

    private int port(final int node, final int which) {
        return tcp.get(node * PORTS + which);
    }

    private void start(final int node) throws IOException {
        final int known = node < FOUNDERS ? FOUNDERS : node + 1;
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m", "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            FleetMain.class.getName(), "kv", "--cluster", "1", "--id", Integer.toString(node), "--members",
            udp.stream().limit(known).map(port -> HOST + ":" + port).collect(Collectors.joining(",")),
            "--port", Integer.toString(port(node, 0)), "--admin-port", Integer.toString(port(node, 1)),
            "--http-port", Integer.toString(port(node, 2)), "--dir", directory.resolve("node-" + node).toString()));
        if (node >= FOUNDERS) {
            command.add("--join");
        }
        final File file = directory.resolve("log-" + node).toFile();
        processes[node] = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(file)).start();
    }

    private String log(final int node) {
        try {
            return Files.readString(directory.resolve("log-" + node));
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What {@code fleet admin} gives; what it says is kept. */
    private int admin(final int node, final String... words) {
        final List<String> line = new ArrayList<>(List.of("admin", "--connect", HOST + ":" + port(node, 1)));
        line.addAll(List.of(words));
        final StringWriter all = new StringWriter();
        final PrintWriter out = new PrintWriter(all);
        final int code = new FleetCli(options -> {
            throw new IllegalStateException("nothing is to be started");
        }, out, out).run(line.toArray(String[]::new));
        said = all.toString();
        return code;
    }

    /** The first line that a server answers. */
    private String resp(final int node, final String... words) throws IOException {
        final StringBuilder request = new StringBuilder("*" + words.length + "\r\n");
        for (final String word : words) {
            request.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
        }
        try (Socket socket = new Socket(HOST, port(node, 0))) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
            final StringBuilder answer = new StringBuilder();
            for (int c = socket.getInputStream().read(); c >= 0 && c != '\r'; c = socket.getInputStream().read()) {
                answer.append((char) c);
            }
            return answer.toString();
        }
    }

    private void await(final String what, final BooleanSupplier condition) {
        final long begunNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begunNs > BOUND_NS) {
                final StringBuilder logs = new StringBuilder("not in time: " + what + "; last said: " + said);
                for (int node = 0; node < NODES; node++) {
                    logs.append("\nnode ").append(node).append(":\n").append(processes[node] == null ? "" : log(node));
                }
                throw new AssertionError(logs);
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }
}
