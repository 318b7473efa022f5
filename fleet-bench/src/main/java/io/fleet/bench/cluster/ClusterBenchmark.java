package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.Block;
import io.fleet.bench.cluster.plan.Budget;
import io.fleet.bench.cluster.plan.ClusterOptions;
import io.fleet.bench.cluster.plan.Contender;
import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.cluster.plan.Turn;
import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.DiskLimit;
import io.fleet.bench.harness.FleetProcesses;
import io.fleet.bench.harness.JvmFlags;
import io.fleet.bench.harness.PeerCluster;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.bench.peer.unreplicated.UnreplicatedPeer;
import io.fleet.verify.process.FileTrees;
import io.fleet.verify.process.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** One run of a benchmark: goes through the plan, and keeps what was measured and what went wrong. One thread. */
final class ClusterBenchmark {
    /** Of the open loop; more operations that are due wait in line. */
    static final int OPEN_SLOTS = 4096;
    /** How the peak is found that shares refer to. */
    private static final int PEAK_OUTSTANDING = 256;
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final RunOptions options;
    private final BuiltPeers peers;
    private final PrintWriter progress;
    private final Path directory;
    private final long beginNs = System.nanoTime();
    private final List<Measurement> measurements = new ArrayList<>();
    private final Map<String, List<String>> settings = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<Path> left = new CopyOnWriteArrayList<>();
    private volatile PeerCluster running;
    private volatile boolean isEnding;

    /**
     * @param options   what is asked for.
     * @param peers     where the peers are.
     * @param directory takes data and logs.
     * @param progress  is told what happens.
     */
    ClusterBenchmark(final RunOptions options, final BuiltPeers peers, final Path directory,
                     final PrintWriter progress) {
        this.options = options;
        this.peers = peers;
        this.directory = directory;
        this.progress = progress;
    }

    /** Goes through the blocks of a plan; whoever keeps what was measured is called after each turn. */
    void run(final List<Block> blocks, final AfterTurn keeper) throws IOException, InterruptedException {
        final Budget budget = new Budget(options, beginNs);
        int number = 0;
        for (final Block block : blocks) {
            number++;
            if (!budget.allows(block, System.nanoTime())) {
                skip(block);
                continue;
            }
            for (final Turn turn : block.turns()) {
                if (isEnding) {
                    return;
                }
                tell("block %d of %d, %s: %s starts", number, blocks.size(), block.name(), turn.peer());
                final long startNs = System.nanoTime();
                take(turn);
                budget.took(turn, System.nanoTime() - startNs);
                keeper.keep(measurements);
            }
        }
    }

    private void skip(final Block block) {
        skipped.addAll(block.points());
        tell("%s is skipped: there is no time for it", block.name());
    }

    private void take(final Turn turn) throws IOException, InterruptedException {
        final Contender who = turn.contender();
        final int nodes = who.peer().equals(UnreplicatedPeer.NAME) ? 1 : options.nodes();
        final Path place = directory.resolve(who.name().replaceAll("[^a-zA-Z0-9.-]+", "-") + "-" + turn.valueBytes()
            + "-" + turn.round());
        final Path data = Files.createDirectories(place).resolve("data");
        FileTrees.delete(data);
        final Path memory = Directories.inMemory(place);
        left.addAll(List.of(data, memory));
        final PeerConfig config = new PeerConfig(who.peer(), nodes, FreePorts.find(PeerConfig.portsFor(nodes)),
            options.durable(), Files.createDirectories(data).toAbsolutePath(), memory.toAbsolutePath(),
            ClusterOptions.keys(turn.valueBytes()), turn.valueBytes(), who.settings());
        DiskLimit limit = null;
        try (PeerCluster cluster = new PeerCluster(config, options.embedded(), java(who), place)) {
            running = cluster;
            if (isEnding) {
                return;
            }
            cluster.start();
            cluster.countCalls(options.countsCalls());
            settings.putIfAbsent(turn.peer(), cluster.settings());
            if (options.diskBytes() > 0) {
                limit = new DiskLimit(data, options.diskBytes());
                cluster.limitDisks(limit);
            }
            settle(turn, cluster);
            final Map<Workload, Double> peaks = new EnumMap<>(Workload.class);
            for (final Point point : turn.points()) {
                measure(turn, point, cluster, peaks);
            }
        } catch (final BenchmarkFailure e) {
            if (isEnding) {
                return;
            }
            problems.add(turn.peer() + ", " + turn.valueBytes() + " B, round " + turn.round() + ": "
                + e.getMessage());
            tell("%s", problems.get(problems.size() - 1));
        } finally {
            running = null;
            if (limit != null) {
                limit.close();
            }
            deleteLeft();
        }
    }

    /** Works without being measured: a JVM that was just started has its compiler at work, beside everything else. */
    private void settle(final Turn turn, final PeerCluster cluster)
        throws IOException, BenchmarkFailure, InterruptedException {
        if (options.settle().isZero()) {
            return;
        }
        final Point point = turn.settling();
        final PeerCluster.Result result = cluster.measure(new LoadSpec(point.workload(), point.valueBytes(),
            ClusterOptions.keys(turn.valueBytes()), point.outstanding(), 0, 0, options.settle().toNanos(),
            DRAIN.toNanos()));
        tell("  %s %s, while it settles: %s", turn.peer(), point, told(measurement(turn, point, 0, result)));
    }

    private static Measurement measurement(final Turn turn, final Point point, final double rate,
                                           final PeerCluster.Result result) {
        return new Measurement(point, turn.peer(), turn.round(), rate, result.load(), result.serverCpuNs(),
            result.clientCpuNs(), result.cost());
    }

    private static String told(final Measurement measured) {
        final String bad = badNews(measured.result());
        return measured.figures() + (bad.isEmpty() ? "" : "; " + bad);
    }

    private void measure(final Turn turn, final Point point, final PeerCluster cluster,
                         final Map<Workload, Double> peaks)
        throws IOException, BenchmarkFailure, InterruptedException {
        double rate = point.rate();
        if (point.share() > 0) {
            if (!peaks.containsKey(point.workload())) {
                final double peak = cluster.measure(spec(turn, point, PEAK_OUTSTANDING, 0)).load().perSecond();
                tell("  %s %s: the peak is %,.0f op/s", turn.peer(), point.figure(), peak);
                peaks.put(point.workload(), peak);
            }
            rate = Math.max(1, point.share() * peaks.get(point.workload()));
        }
        final int slots = rate > 0 ? OPEN_SLOTS : point.outstanding();
        final Measurement measured = measurement(turn, point, rate, cluster.measure(spec(turn, point, slots, rate),
            options.longest()));
        measurements.add(measured);
        tell("  %s %s: %s", turn.peer(), point, told(measured));
        final String bad = badNews(measured.result());
        if (!bad.isEmpty()) {
            problems.add(turn.peer() + ", " + point + ", round " + turn.round() + ": " + bad);
        }
    }

    /** What went wrong in a measurement, in words; empty when nothing did. */
    private static String badNews(final LoadResult load) {
        if (load.failed() + load.lost() == 0) {
            return "";
        }
        return load.failed() + " failed, " + load.lost() + " without an answer"
            + (load.failure().isEmpty() ? "" : "; the first failure: " + load.failure());
    }

    private LoadSpec spec(final Turn turn, final Point point, final int slots, final double rate) {
        return new LoadSpec(point.workload(), point.valueBytes(), ClusterOptions.keys(turn.valueBytes()), slots, rate,
            options.warmUp().toNanos(), options.measure().toNanos(), DRAIN.toNanos());
    }

    private List<String> java(final Contender who) throws IOException {
        final List<String> words = new ArrayList<>(who.launcher());
        final String heap = JvmFlags.heap(options.embedded());
        final String classPath = peers.classPath(who.peer());
        words.addAll(who.isFleet() ? JvmFlags.commandOfFleet(heap, options.jvmFlags(), classPath)
            : JvmFlags.command(heap, options.jvmFlags(), classPath));
        return words;
    }

    /** Ends what runs at once; {@link #run} will return soon. Any other thread. */
    void kill() {
        isEnding = true;
        final PeerCluster last = running;
        if (last != null) {
            last.kill();
        }
    }

    /** Whether {@link #kill} has ended it. */
    boolean wasKilled() {
        return isEnding;
    }

    private void deleteLeft() throws IOException {
        for (final Path each : List.copyOf(left)) {
            FileTrees.delete(each);
            left.remove(each);
        }
    }

    List<Measurement> measurements() {
        return measurements;
    }

    /** What the peers said of their settings, by name. */
    Map<String, List<String>> settings() {
        return settings;
    }

    /** What went wrong, in sentences. */
    List<String> problems() {
        return problems;
    }

    /** Points for which there was no time, with their round. */
    List<String> skipped() {
        return skipped;
    }

    /** Keeps what was measured so far, in case the run is ended. */
    interface AfterTurn {
        void keep(List<Measurement> all) throws IOException;
    }

    private void tell(final String format, final Object... values) {
        FleetProcesses.tell(progress, beginNs, format, values);
    }
}
