package io.fleet.bench.peer.etcd;

import io.fleet.bench.peer.NodeWork;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One etcd server, started by this process, which ends when it ends by itself. */
final class EtcdNode implements PeerServer {
    /** What etcd recommends at most. */
    static final long QUOTA_BYTES = 8L << 30;
    private static final String PROGRAM = "etcd";
    private static final int CLIENT = 0;
    private static final int PEER = 1;
    private static final Duration ASK_LIMIT = Duration.ofSeconds(10);
    private static final long STOP_SECONDS = 2;
    private static final String SNAPSHOTS = "etcd_snap_fsync_duration_seconds_count";
    private static final String LOG_SYNCS = "etcd_disk_wal_fsync_duration_seconds_count";
    private static final String LOG_FILE = ".wal";
    private static final int HEX = 16;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(ASK_LIMIT).build();
    private final URI metrics;
    private final Path log;
    private final Process process;
    private volatile boolean closing;

    private EtcdNode(final PeerConfig config, final int node, final Process process) {
        metrics = URI.create(url(config, node, CLIENT) + "/metrics");
        log = config.directory(node).resolve("member").resolve("wal");
        this.process = process;
    }

    static EtcdNode start(final PeerConfig config, final int node) throws IOException {
        final Path directory = Files.createDirectories(config.directory(node));
        final List<String> words = new ArrayList<>(List.of(PROGRAM, "--name", name(node),
            "--data-dir", directory.toString(),
            "--listen-client-urls", url(config, node, CLIENT),
            "--advertise-client-urls", url(config, node, CLIENT),
            "--listen-peer-urls", url(config, node, PEER),
            "--initial-advertise-peer-urls", url(config, node, PEER),
            "--initial-cluster", members(config),
            "--initial-cluster-state", "new",
            "--quota-backend-bytes", Long.toString(QUOTA_BYTES),
            "--logger", "zap", "--log-outputs", "stderr", "--log-level", "error"));
        final EtcdNode started = new EtcdNode(config, node, launch(new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.INHERIT)));
        started.process.onExit().thenAccept(started::ended);
        return started;
    }

    private static Process launch(final ProcessBuilder command) throws IOException {
        try {
            return command.start();
        } catch (final IOException e) {
            throw new IOException(PROGRAM + " cannot be started: Debian's package etcd-server has it", e);
        }
    }

    private void ended(final Process last) {
        if (!closing) {
            System.err.println("etcd has ended by itself, with exit code " + last.exitValue());
            Runtime.getRuntime().halt(1);
        }
    }

    /** What the program says of itself. */
    static String version() {
        try {
            final Process asked = launch(new ProcessBuilder(PROGRAM, "--version"));
            final String text = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().findFirst().orElse("etcd").replace("etcd Version:", "etcd");
        } catch (final IOException e) {
            return "etcd of an unknown version (" + e.getMessage() + ")";
        }
    }

    private static String name(final int node) {
        return "n" + node;
    }

    private static String url(final PeerConfig config, final int node, final int use) {
        return "http://" + PeerConfig.HOST + ":" + config.port(node, use);
    }

    private static String members(final PeerConfig config) {
        final StringJoiner members = new StringJoiner(",");
        for (int node = 0; node < config.nodes(); node++) {
            members.add(name(node) + "=" + url(config, node, PEER));
        }
        return members.toString();
    }

    /** Where clients connect. */
    static String[] endpoints(final PeerConfig config) {
        final String[] endpoints = new String[config.nodes()];
        for (int node = 0; node < endpoints.length; node++) {
            endpoints[node] = url(config, node, CLIENT);
        }
        return endpoints;
    }

    /** Of its metrics: snapshots and syncs of the log, not those of the database; log files by their numbers. */
    @Override
    public NodeWork work() throws IOException {
        final List<String> lines;
        try {
            lines = http.send(HttpRequest.newBuilder(metrics).timeout(ASK_LIMIT).build(),
                HttpResponse.BodyHandlers.ofLines()).body().toList();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return NodeWork.NONE;
        }
        return new NodeWork(number(lines, SNAPSHOTS), lowestFile(), number(lines, LOG_SYNCS));
    }

    private static long number(final List<String> lines, final String name) {
        return lines.stream().filter(line -> line.startsWith(name + " "))
            .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length() + 1))).findFirst()
            .orElse(NodeWork.UNKNOWN);
    }

    /** Files are numbered from 0, in the first part of their names. */
    private long lowestFile() throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(LOG_FILE))
                .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('-')), HEX)).min()
                .orElse(NodeWork.UNKNOWN);
        }
    }

    @Override
    public void close() {
        closing = true;
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (final InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
