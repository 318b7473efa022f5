package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.Block;
import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.cluster.report.CsvFile;
import io.fleet.bench.cluster.report.Presentation;
import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.JvmFlags;
import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs a benchmark and writes what it gave: tables, legend and problems, CSV, plots. */
final class ClusterReport {
    private static final long END_SECONDS = 20;

    private final RunOptions options;
    private final List<Block> blocks;
    private final Presentation presentation;
    private final BuiltPeers peers;
    private final PrintWriter out;
    private final PrintWriter err;

    /**
     * @param options      what is asked for.
     * @param blocks       what is measured.
     * @param presentation makes tables and plots of it.
     * @param peers        where the peers are.
     * @param out          takes the tables.
     * @param err          takes the progress.
     */
    ClusterReport(final RunOptions options, final List<Block> blocks, final Presentation presentation,
                  final BuiltPeers peers, final PrintWriter out, final PrintWriter err) {
        this.options = options;
        this.blocks = blocks;
        this.presentation = presentation;
        this.peers = peers;
        this.out = out;
        this.err = err;
    }

    /** Whether all that was measured was measured without a failure. */
    boolean run() throws IOException, InterruptedException {
        final Path directory = Directories.forRun(options.directory(), options.durable());
        final ClusterBenchmark benchmark = new ClusterBenchmark(options, peers, directory, err);
        final CountDownLatch reported = new CountDownLatch(1);
        final Thread ender = new Thread(() -> end(benchmark, reported), "bench-end");
        Runtime.getRuntime().addShutdownHook(ender);
        try {
            benchmark.run(blocks, this::writeCsv);
            write(benchmark);
            if (options.directory() == null) {
                if (benchmark.problems().isEmpty()) {
                    FileTrees.delete(directory);
                } else {
                    out.println("The logs are kept in " + directory + ".");
                }
            }
            out.flush();
            return benchmark.problems().isEmpty() && !benchmark.wasKilled();
        } finally {
            reported.countDown();
            if (!benchmark.wasKilled()) {
                Runtime.getRuntime().removeShutdownHook(ender);
            }
        }
    }

    /** The process is told to end: ends the benchmark, and waits while what was measured is reported. */
    private static void end(final ClusterBenchmark benchmark, final CountDownLatch reported) {
        benchmark.kill();
        try {
            reported.await(END_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(final ClusterBenchmark benchmark) throws IOException {
        presentation.tables(benchmark.measurements()).forEach(out::println);
        out.println(conditions());
        presentation.legend(benchmark.settings()).forEach(out::println);
        if (benchmark.wasKilled()) {
            out.println("The benchmark was ended before it was through; this is what was measured until then.");
        }
        if (!benchmark.skipped().isEmpty()) {
            out.println("Skipped, because --minutes were over: " + String.join("; ", benchmark.skipped()) + ".");
        }
        benchmark.problems().forEach(each -> out.println("PROBLEM: " + each));
        if (options.csv() != null) {
            writeCsv(benchmark.measurements());
            out.println("Every measurement is in " + options.csv() + ".");
        }
        if (options.svg() != null) {
            Files.createDirectories(options.svg());
            for (final Map.Entry<String, String> each : presentation.plots(benchmark.measurements()).entrySet()) {
                Files.writeString(options.svg().resolve(each.getKey()), each.getValue());
                out.println("A plot is in " + options.svg().resolve(each.getKey()) + ".");
            }
        }
    }

    private String conditions() {
        return String.format(Locale.ROOT,
            "%d nodes and the client, %s (%s, Java %s; Fleet's have %s first, as recommended), on %d processors; %s; "
                + "%d rounds of %s after %s s of warm-up; each new cluster settles for %s s.", options.nodes(),
            options.embedded() ? "all in one JVM" : "each a JVM", JvmFlags.heap(options.embedded()), Runtime.version(),
            String.join(" ", JvmFlags.ofFleet()),
            Runtime.getRuntime().availableProcessors(),
            (options.durable() ? "fsync before every answer" : "data in memory, nothing durable")
                + (options.diskBytes() == 0 ? "" : ", each node may write " + options.diskBytes() / 1e6
                    + " MB a second"), options.rounds(),
            ofSeconds(), options.warmUp().toMillis() / 1e3,
            options.settle().toMillis() / 1e3);
    }

    private String ofSeconds() {
        final double least = options.measure().toMillis() / 1e3;
        return options.longest().equals(options.measure()) ? least + " s" : "at least " + least + " s, where nodes do "
            + "so until each has written a snapshot and trimmed its logs, at most " + options.longest().toMillis() / 1e3
            + " s,";
    }

    private void writeCsv(final List<Measurement> measurements) throws IOException {
        if (options.csv() == null) {
            return;
        }
        final Path parent = options.csv().toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.write(options.csv(), CsvFile.lines(measurements, options));
    }
}
