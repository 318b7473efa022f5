package io.fleet.bench.harness;

import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.peer.ControlLine;
import io.fleet.bench.peer.EmbeddedMain;
import io.fleet.bench.peer.NodeWork;
import io.fleet.bench.peer.PeerClientMain;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.PeerServerMain;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The processes of one peer: its servers, started together, and then its client; or one process with all of them. A
 * method throws {@link BenchmarkFailure} when a process ends that should not, or does not say in time what it should,
 * and {@link IOException} when one cannot be started or sent a signal.
 */
public final class PeerCluster implements AutoCloseable {
    /** As {@code PeerServerMain} ends itself when a stop takes too long. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    /** The first puts are in it, and some peers are slow while they are cold. */
    private static final Duration CLIENT_START_LIMIT = Duration.ofMinutes(4);
    private static final Duration ASK_LIMIT = Duration.ofSeconds(60);
    private static final Duration CPU_LIMIT = Duration.ofSeconds(20);
    private static final Duration SLACK = Duration.ofSeconds(30);
    /** How often it is asked whether a measurement has seen what it waits for. */
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final PeerConfig config;
    private final boolean embedded;
    private final List<String> java;
    private final Path logs;
    private final List<Child> servers = new ArrayList<>();
    private final List<Child> all = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();
    private Child client;
    /** Cannot say what it took of the processor. */
    private Child paused;
    private boolean killed;
    private boolean countsCalls;

    /**
     * Starts nothing yet.
     *
     * @param config   what is started.
     * @param embedded whether servers and client are in one process.
     * @param java   the words that start a JVM with the peer's class path.
     * @param logs   takes one file for each process.
     */
    public PeerCluster(final PeerConfig config, final boolean embedded, final List<String> java, final Path logs) {
        this.config = config;
        this.embedded = embedded;
        this.java = java;
        this.logs = logs;
    }

    /** Starts all; returns when all servers run and every key has a value. */
    public void start() throws IOException, BenchmarkFailure, InterruptedException {
        start(config.nodes());
    }

    /**
     * The same with the first servers only; {@link #addServer} starts others.
     *
     * @param first how many; of no meaning for one process with all of them.
     */
    public void start(final int first) throws IOException, BenchmarkFailure, InterruptedException {
        if (embedded) {
            client = launch("cluster", EmbeddedMain.class, "client=0");
            client.await(ControlLine.READY, CLIENT_START_LIMIT, this::noteSetting);
            client.findStarted();
            return;
        }
        for (int node = 0; node < first; node++) {
            servers.add(launchServer(node));
        }
        for (final Child server : servers) {
            server.await(ControlLine.READY, START_LIMIT, line -> {
                if (server == servers.get(0)) {
                    noteSetting(line);
                }
            });
        }
        client = launch("client", PeerClientMain.class, "client=0");
        client.await(ControlLine.READY, CLIENT_START_LIMIT, PeerCluster::ignore);
        servers.forEach(Child::findStarted);
    }

    /**
     * Bounds what each node may write from now on; a node that is started again is not bounded.
     *
     * @param limit closed behind this, when the processes have ended.
     */
    public void limitDisks(final DiskLimit limit) throws IOException {
        for (int node = 0; node < servers.size(); node++) {
            for (final long pid : servers.get(node).pids()) {
                limit.limitProcess(node, pid);
            }
        }
    }

    private Child launchServer(final int node) throws IOException {
        return launch("server-" + node, PeerServerMain.class, "node=" + node);
    }

    /** Asks a server to end, and waits until it has. */
    public void stopServer(final int node) throws BenchmarkFailure, InterruptedException {
        servers.get(node).stop();
        servers.get(node).awaitGoodEnd(STOP_LIMIT);
    }

    /** Ends a server at once, as {@code kill -9} does; returns when it is gone. */
    public void killServer(final int node) {
        servers.get(node).kill();
    }

    /** Starts a server that has ended; returns when it runs, whatever it can do yet. */
    public void restartServer(final int node) throws IOException, BenchmarkFailure, InterruptedException {
        servers.set(node, launchServer(node));
        servers.get(node).await(ControlLine.READY, START_LIMIT, PeerCluster::ignore);
    }

    /**
     * Starts the next server that has not run yet; returns when it runs, whatever it can do yet.
     *
     * @return which that is.
     */
    public int addServer() throws IOException, BenchmarkFailure, InterruptedException {
        servers.add(launchServer(servers.size()));
        servers.get(servers.size() - 1).await(ControlLine.READY, START_LIMIT, PeerCluster::ignore);
        return servers.size() - 1;
    }

    /**
     * Asks a server something that its peer knows.
     *
     * @param node     which.
     * @param question in words.
     * @return values by name.
     */
    public Map<String, String> ask(final int node, final String question)
        throws BenchmarkFailure, InterruptedException {
        return asked(node, ControlLine.ASK, question, ControlLine.ANSWER);
    }

    /**
     * Has the client work in another way from now on.
     *
     * @param words of the form name=value.
     */
    public void tune(final String words) throws BenchmarkFailure, InterruptedException {
        client.say(ControlLine.TUNE, words);
        client.await(ControlLine.TUNE, ASK_LIMIT, PeerCluster::ignore);
    }

    /**
     * Stops a server in its tracks (SIGSTOP), for so many seconds, or until {@link #resumeServer}.
     *
     * @param node    which.
     * @param seconds when it goes on by itself, whatever became of the benchmark.
     */
    public void pauseServer(final int node, final int seconds) throws IOException, InterruptedException {
        paused = servers.get(node);
        paused.pause(seconds);
    }

    /** Lets a server go on (SIGCONT). */
    public void resumeServer(final int node) throws IOException, InterruptedException {
        servers.get(node).signal("CONT");
        paused = null;
    }

    /**
     * What a server takes of memory.
     *
     * @param node which.
     * @return bytes by name: the {@code heap} in use behind a collection, and what is {@code resident}; -1 where that
     * is not known.
     */
    public Map<String, String> memory(final int node) throws BenchmarkFailure, InterruptedException {
        return asked(node, ControlLine.MEMORY, "", ControlLine.MEMORY);
    }

    private Map<String, String> asked(final int node, final String word, final String question, final String answer)
        throws BenchmarkFailure, InterruptedException {
        final Child server = servers.get(node);
        server.say(word, question);
        return new ControlLine(answer, server.await(answer, ASK_LIMIT, PeerCluster::ignore)).fields();
    }

    /**
     * Begins a measurement, to be ended by {@link RunningLoad#end}; returns when its interval begins.
     *
     * @param spec with slices.
     * @return the measurement.
     */
    public RunningLoad begin(final LoadSpec spec) throws BenchmarkFailure, InterruptedException {
        client.say(ControlLine.MEASURE, spec.text());
        client.await(ControlLine.BEGINS, Duration.ofNanos(spec.warmUpNs()).plus(SLACK), PeerCluster::ignore);
        return new RunningLoad(client, System.nanoTime(), Duration.ofNanos(spec.drainNs() + spec.sliceNs())
            .plus(SLACK));
    }

    /** Not at the same time as {@link #kill}: what is started is killed, or it is not started. */
    private synchronized Child launch(final String role, final Class<?> main, final String last) throws IOException {
        if (killed) {
            throw new IOException("the benchmark is being ended");
        }
        final List<String> command = new ArrayList<>(java);
        command.add(main.getName());
        command.addAll(config.arguments());
        command.add(last);
        final Child child = new Child(config.peer() + " " + role, logs.resolve(role + ".log"), command);
        all.add(child);
        return child;
    }

    /**
     * What the first server, or the only process, said of its settings.
     *
     * @return sentences.
     */
    public List<String> settings() {
        return settings;
    }

    /**
     * Measures once.
     *
     * @param spec what.
     * @return what it gave.
     */
    public Result measure(final LoadSpec spec) throws IOException, BenchmarkFailure, InterruptedException {
        return measure(spec, Duration.ofNanos(spec.measureNs()));
    }

    /**
     * Measures once. Where nodes write snapshots or let go of log files, the interval is as long as it takes until each
     * of them has done so in it, within two bounds.
     *
     * @param spec    what, and how long at least.
     * @param longest how long at most.
     * @return what it gave.
     */
    public Result measure(final LoadSpec spec, final Duration longest)
        throws IOException, BenchmarkFailure, InterruptedException {
        final boolean isOpenEnded = longest.toNanos() > spec.measureNs()
            && (embedded || cost(ProcessCost.NONE, 0, work("")).isAwaited());
        final LoadSpec all = isOpenEnded ? spec.lasting(longest.toNanos(), LOOK.toNanos()) : spec;
        final Duration limit = Duration.ofNanos(all.warmUpNs() + all.measureNs() + all.drainNs()).plus(SLACK);
        client.say(ControlLine.MEASURE, all.text());
        final String begun = client.await(ControlLine.BEGINS, limit, PeerCluster::ignore);
        final long leastNs = System.nanoTime() + spec.measureNs() - LOOK.toNanos() / 2;
        final SystemCalls calls = countsCalls ? SystemCalls.begin(pids()) : null;
        final long beforeNs = serverCpuNs();
        final ProcessSample before = ProcessSample.of(ProcessSample.PROC, pids());
        final long writtenBefore = DeviceWrites.bytes(config.directory());
        final List<NodeWork> workBefore = work(begun);
        final String ended = awaitEnds(isOpenEnded ? leastNs : Long.MAX_VALUE, workBefore, limit);
        final long called = calls == null ? ProcessCost.UNKNOWN : calls.end();
        final long afterNs = serverCpuNs();
        final NodesCost cost = cost(ProcessSample.of(ProcessSample.PROC, pids()).since(before)
            .withSystemCalls(called), writtenBefore, since(workBefore, ended));
        final StringBuilder failure = new StringBuilder();
        final Map<String, String> fields = new ControlLine(ControlLine.RESULT,
            client.await(ControlLine.RESULT, limit, each -> {
                if (each.word().equals(ControlLine.FAILURE)) {
                    failure.append(each.rest());
                }
            })).fields();
        return new Result(LoadResult.parse(fields, failure.toString()), afterNs - beforeNs,
            Long.parseLong(fields.get("cpu")), cost);
    }

    /**
     * Waits until the interval ends, and ends it when each node has done what it does.
     *
     * @param leastNs not before this time.
     * @param before  what each had done when it began.
     * @param limit   how long it is waited for.
     * @return what the client said then.
     */
    private String awaitEnds(final long leastNs, final List<NodeWork> before, final Duration limit)
        throws BenchmarkFailure, InterruptedException {
        final long deadlineNs = System.nanoTime() + limit.toNanos();
        boolean isCut = leastNs == Long.MAX_VALUE;
        ControlLine line = client.next(ControlLine.ENDS, deadlineNs, limit);
        while (!line.word().equals(ControlLine.ENDS)) {
            if (!isCut && line.word().equals(ControlLine.SLICE) && System.nanoTime() - leastNs >= 0) {
                final NodesCost sofar = cost(ProcessCost.NONE, 0, since(before, line.rest()));
                if (sofar.isWhole() || !sofar.isAwaited()) {
                    client.say(ControlLine.CUT, "");
                    isCut = true;
                }
            }
            line = client.next(ControlLine.ENDS, deadlineNs, limit);
        }
        return line.rest();
    }

    private NodesCost cost(final ProcessCost processes, final long writtenBefore, final List<NodeWork> work) {
        return new NodesCost(embedded ? config.nodes() : servers.size(),
            ProcessCost.difference(DeviceWrites.bytes(config.directory()), writtenBefore), processes, work);
    }

    /** The processes of all nodes. */
    private List<Long> pids() {
        final List<Long> pids = new ArrayList<>();
        (embedded ? List.of(client) : servers).forEach(each -> pids.addAll(each.pids()));
        return pids;
    }

    /** What each node has done so far; {@code told} is what the client said of nodes that are in its process. */
    private List<NodeWork> work(final String told) throws BenchmarkFailure, InterruptedException {
        if (embedded) {
            return NodeWork.parse(new ControlLine("", told).fields());
        }
        final List<NodeWork> work = new ArrayList<>();
        for (int node = 0; node < servers.size(); node++) {
            work.addAll(servers.get(node) == paused ? List.of(NodeWork.NONE)
                : NodeWork.parse(asked(node, ControlLine.WORK, "", ControlLine.WORK)));
        }
        return work;
    }

    private List<NodeWork> since(final List<NodeWork> before, final String told)
        throws BenchmarkFailure, InterruptedException {
        final List<NodeWork> now = work(told);
        final List<NodeWork> between = new ArrayList<>();
        for (int node = 0; node < now.size(); node++) {
            between.add(now.get(node).since(before.get(node)));
        }
        return between;
    }

    private long serverCpuNs() throws BenchmarkFailure, InterruptedException {
        final List<Child> asked = servers.stream().filter(server -> server != paused).toList();
        asked.forEach(server -> server.say(ControlLine.CPU, ""));
        long sum = 0;
        for (final Child server : asked) {
            sum += Long.parseLong(server.await(ControlLine.CPU, CPU_LIMIT, PeerCluster::ignore))
                + server.startedCpuNs();
        }
        return sum;
    }

    private void noteSetting(final ControlLine line) {
        if (line.word().equals(ControlLine.SETTING)) {
            settings.add(line.rest());
        }
    }

    private static void ignore(final ControlLine line) {
        // What is said before the line that is waited for is of no interest here.
    }

    /** Has all system calls of the nodes counted, or not, in measurements from now on. */
    public void countCalls(final boolean counts) {
        countsCalls = counts;
    }

    /** Ends all processes at once; returns when they are gone. Any thread. */
    public synchronized void kill() {
        killed = true;
        all.forEach(Child::kill);
    }

    /** Ends the client, and then the servers, in good order where they do it in time. */
    @Override
    public void close() {
        try {
            if (client != null) {
                client.stop();
                client.awaitEnd();
            }
            servers.forEach(Child::stop);
            for (final Child server : servers) {
                server.awaitEnd();
            }
        } catch (final InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What one measurement gave.
     *
     * @param load        what the client saw.
     * @param serverCpuNs processor time of the servers in the interval.
     * @param clientCpuNs processor time of the client in the interval.
     * @param cost        what the interval cost the nodes besides.
     */
    public record Result(LoadResult load, long serverCpuNs, long clientCpuNs, NodesCost cost) {
    }
}
