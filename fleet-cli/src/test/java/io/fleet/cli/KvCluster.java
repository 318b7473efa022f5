package io.fleet.cli;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Key-value servers, each a process of {@code fleet kv}, with an admin endpoint each. */
final class KvCluster implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(240);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int CLIENT_MILLIS = 60_000;
    private static final long END_SECONDS = 30;
    /** Of each node: for RESP, for admin and for health. */
    private static final int PORTS = 3;

    private final Path directory;
    private final Process[] processes;
    private final List<Integer> udp = new ArrayList<>();
    private final List<Integer> tcp = new ArrayList<>();
    private String said = "";

    KvCluster(final Path directory, final int nodes) throws Exception {
        this.directory = directory;
        processes = new Process[nodes];
        final List<AutoCloseable> open = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            final DatagramSocket socket = new DatagramSocket(new InetSocketAddress(HOST, 0));
            udp.add(socket.getLocalPort());
            open.add(socket);
        }
        for (int i = 0; i < nodes * PORTS; i++) {
            final ServerSocket socket = new ServerSocket();
            socket.bind(new InetSocketAddress(HOST, 0));
            tcp.add(socket.getLocalPort());
            open.add(socket);
        }
        for (final AutoCloseable each : open) {
            each.close();
        }
    }

    /** Starts a node that is told of so many members, the first ones, and of more options. */
    void start(final int node, final int known, final String... options) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m", "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
            FleetMain.class.getName(), "kv", "--cluster", "1", "--id", Integer.toString(node), "--members",
            udp.stream().limit(known).map(port -> HOST + ":" + port).collect(Collectors.joining(",")),
            "--port", Integer.toString(port(node, 0)), "--admin-port", Integer.toString(port(node, 1)),
            "--http-port", Integer.toString(port(node, 2)), "--dir", directory.resolve("node-" + node).toString()));
        command.addAll(List.of(options));
        final File file = directory.resolve("log-" + node).toFile();
        processes[node] = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(file)).start();
    }

    /** Kills it with signal 9, and waits for its end. */
    void kill(final int node) throws InterruptedException {
        processes[node].destroyForcibly().waitFor();
    }

    /** Stops it in good order, and waits for its end. */
    void stop(final int node) throws InterruptedException {
        processes[node].destroy();
        if (!processes[node].waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("node " + node + " does not end" + logs());
        }
    }

    private int port(final int node, final int which) {
        return tcp.get(node * PORTS + which);
    }

    /** Where it tells whether it is ready. */
    String health(final int node) {
        return "http://" + HOST + ":" + port(node, 2);
    }

    String address(final int node) {
        return HOST + ":" + udp.get(node);
    }

    Jedis client(final int node) {
        return new Jedis(new HostAndPort(HOST, port(node, 0)),
            DefaultJedisClientConfig.builder().timeoutMillis(CLIENT_MILLIS).build());
    }

    /** What {@code fleet admin} gives; what it says is kept. */
    int admin(final int node, final String... words) {
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

    /** What {@link #admin} said last. */
    String said() {
        return said;
    }

    void await(final String what, final BooleanSupplier condition) {
        final long begunNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begunNs > BOUND_NS) {
                throw new AssertionError("not in time: " + what + logs());
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** What was said last, and what the processes said. */
    String logs() {
        final StringBuilder logs = new StringBuilder("; last said: " + said);
        for (int node = 0; node < processes.length; node++) {
            logs.append("\nnode ").append(node).append(":\n").append(log(node));
        }
        return logs.toString();
    }

    /** What a node's process said; nothing of one that was never started. */
    String log(final int node) {
        final Path log = directory.resolve("log-" + node);
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (final IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (final Process process : processes) {
            if (process != null) {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
