package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.OptionChecks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that every benchmark has: how long, how often, on which disk, and where results go. */
final class RunArguments {
    private static final double MAX_SECONDS = 3_600;
    private static final double MIN_SECONDS = 0.1;
    private static final double MAX_MINUTES = 10_080;

    @Option(names = "--seconds", paramLabel = "N", defaultValue = "5",
        description = "how long each point is measured (default: ${DEFAULT-VALUE})")
    private double seconds;
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
     */
    RunOptions options(final OptionChecks checks, final boolean embedded) throws IOException {
        checks.range("--seconds", seconds, MIN_SECONDS, MAX_SECONDS);
        checks.range("--warm-up", warmUp, 0, MAX_SECONDS);
        checks.range("--settle", settle, 0, MAX_SECONDS);
        checks.range("--rounds", rounds, 1, 100);
        if (minutes != null) {
            checks.range("--minutes", minutes, MIN_SECONDS, MAX_MINUTES);
        }
        if (nodes != 1 && nodes != 3 && nodes != 5) {
            throw checks.wrong("--nodes is " + nodes + ", but must be 1, 3 or 5");
        }
        if (!durable.equals("true") && !durable.equals("false")) {
            throw checks.wrong("--durable is '" + durable + "', but must be true or false");
        }
        checkPlaces(checks);
        return new RunOptions(OptionChecks.duration(settle), OptionChecks.duration(warmUp),
            OptionChecks.duration(seconds), rounds, minutes == null ? null : OptionChecks.duration(minutes * 60),
            nodes, embedded, Boolean.parseBoolean(durable), directory, csv, svg,
            jvmFlags.isBlank() ? List.of() : List.of(jvmFlags.strip().split("\\s+")));
    }

    private void checkPlaces(final OptionChecks checks) throws IOException {
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            throw checks.wrong("--dir is " + directory + ", but must be a directory");
        }
        if (directory != null && Files.isDirectory(directory) && durable.equals("true")
            && Directories.isInMemory(directory)) {
            throw checks.wrong("--dir is " + directory
                + ", which is in memory, but --durable is true: name one on a disk");
        }
        if (csv != null && Files.isDirectory(csv)) {
            throw checks.wrong("--csv is " + csv + ", which is a directory, but must be a file");
        }
        if (svg != null && Files.exists(svg) && !Files.isDirectory(svg)) {
            throw checks.wrong("--svg is " + svg + ", but must be a directory");
        }
    }
}
