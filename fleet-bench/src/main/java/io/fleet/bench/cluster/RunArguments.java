package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.DiskLimit;
import io.fleet.bench.harness.SystemCalls;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that every benchmark has: how long, how often, on which disk, and where results go. */
final class RunArguments {
    private static final double MAX_SECONDS = 3_600;
    private static final double MIN_SECONDS = 0.1;
    private static final double MAX_MINUTES = 10_080;
    private static final double MAX_DISK = 100_000;
    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--seconds", paramLabel = "N",
        description = "how long each point is measured, at least (default: 20; ablations 5)")
    private Double seconds;
    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "3",
        description = "how many seconds of the same load go before (default: ${DEFAULT-VALUE})")
    private double warmUp;
    @Option(names = "--settle", paramLabel = "SECONDS", defaultValue = "8",
        description = "how long each cluster works before its first point, under the largest of its loads and "
            + "unmeasured, so that the JIT compiler is done with most of its work (default: ${DEFAULT-VALUE})")
    private double settle;
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3",
        description = "how often each point is measured with each contender, in turn (default: ${DEFAULT-VALUE})")
    private int rounds;
    @Option(names = "--minutes", paramLabel = "N",
        description = "how long all may take; what does not fit is skipped, and told")
    private Double minutes;
    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3",
        description = "nodes of each cluster: 1, 3 or 5 (default: ${DEFAULT-VALUE})")
    private int nodes;
    @Option(names = "--durable", paramLabel = "BOOL", arity = "1", defaultValue = "true",
        description = "true: a put is on a majority of disks when it is answered; false: data in memory, no fsync "
            + "where a peer can do without (default: ${DEFAULT-VALUE})")
    private String durable;
    @Option(names = "--disk", paramLabel = "MB", defaultValue = "0",
        description = "how many MB a second the processes of each node may write once they have started, as if it had "
            + "a disk of its own (root, Linux)")
    private double disk;
    @Option(names = "--count-calls",
        description = "counts all system calls of the nodes with the tool perf, which makes each a little slower "
            + "(root, Linux)")
    private boolean countsCalls;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "takes data, which is deleted, and logs (default: a temporary one)")
    private Path directory;
    @Option(names = "--csv", paramLabel = "FILE", description = "takes every measurement")
    private Path csv;
    @Option(names = "--svg", paramLabel = "DIR", description = "takes the plots")
    private Path svg;
    @Option(names = "--jvm-flags", paramLabel = "FLAGS", defaultValue = "",
        description = "more flags for every process that is started, in one word with spaces")
    private String jvmFlags;

    /**
     * What was asked for.
     *
     * @param embedded whether all nodes and the client are in one process.
     * @param usual    seconds that a point is measured when nobody says anything else.
     * @param longest  seconds that it is measured at most; less than it is at least counts as that.
     */
    RunOptions options(final ToolChecks checks, final boolean embedded, final double usual, final double longest)
        throws IOException, InterruptedException {
        final Duration measure = checks.seconds("--seconds", seconds == null ? usual : seconds, MIN_SECONDS,
            MAX_SECONDS);
        final Duration most = Duration.ofMillis((long) (longest * 1_000));
        final Duration before = checks.seconds("--warm-up", warmUp, 0, MAX_SECONDS);
        final Duration settling = checks.seconds("--settle", settle, 0, MAX_SECONDS);
        checks.range("--rounds", rounds, 1, 100);
        checks.range("--minutes", minutes, MIN_SECONDS, MAX_MINUTES);
        checks.oneOf("--nodes", nodes, 1, 3, 5);
        final boolean isDurable = checks.oneOf("--durable", durable, "true", "false").equals("true");
        checks.directory("--dir", directory);
        if (directory != null && Files.isDirectory(directory) && isDurable && Directories.isInMemory(directory)) {
            throw checks.wrong("--dir is " + directory
                + ", which is in memory, but --durable is true: name one on a disk");
        }
        if (countsCalls && !SystemCalls.canCount()) {
            throw checks.wrong("--count-calls is given, but needs Linux, its tool perf, and root");
        }
        checks.file("--csv", csv);
        checks.directory("--svg", svg);
        return new RunOptions(settling, before, measure, most.compareTo(measure) > 0 ? most : measure, rounds,
            minutes == null ? null : Duration.ofMillis((long) (minutes * 60_000)), nodes, embedded, isDurable,
            diskBytes(checks, embedded, isDurable), countsCalls, directory, csv, svg, ToolChecks.flags(jvmFlags));
    }

    /** The nearest directory above that is there. */
    private static Path existing(final Path wanted) {
        Path at = wanted;
        while (!Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }

    private long diskBytes(final ToolChecks checks, final boolean embedded, final boolean isDurable)
        throws IOException {
        checks.range("--disk", disk, 0, MAX_DISK);
        if (disk == 0) {
            return 0;
        }
        if (embedded) {
            throw checks.wrong("--disk is " + disk + ", but must be 0 with --embedded: the nodes are one process");
        }
        if (!isDurable) {
            throw checks.wrong("--disk is " + disk + ", but must be 0 with --durable false: there is no disk");
        }
        try {
            new DiskLimit(existing(directory == null ? TEMPORARY : directory.toAbsolutePath()), 1).close();
        } catch (final IllegalStateException e) {
            throw checks.wrong("--disk is " + disk + ", but nothing is measured: " + e.getMessage());
        }
        return (long) (disk * 1e6);
    }
}
