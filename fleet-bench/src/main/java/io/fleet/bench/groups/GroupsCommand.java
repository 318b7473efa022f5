package io.fleet.bench.groups;

import io.fleet.bench.harness.Directories;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.process.FileTrees;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code fleet bench groups}: three machines in this process over UDP, with ever more groups: how long they take to
 * start, what they cost while nobody asks them anything, how many commands they do when some or all of them are busy,
 * and how long all of them are without a leader when a machine goes without a word. Exit code 1 when a command failed.
 */
@picocli.CommandLine.Command(name = "groups", description = {
    "Starts three machines in this process with ever more groups, and prints how long that takes, what",
    "the groups cost while they rest, how many commands they do when some or all of them are busy,",
    "and how long it takes until all have leaders again when a machine goes. Fails when a command fails."})
public final class GroupsCommand implements Callable<Integer> {
    private static final Logger EVENTS = Logger.getLogger("io.fleet");
    private static final int MOST_GROUPS = 4_096;
    private static final int MOST_THREADS = 8;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--groups", defaultValue = "1,10,100,1000", split = ",", paramLabel = "N,...",
        description = "how many groups the nodes have (default: 1,10,100,1000); as many are busy, and all smaller"
            + " numbers of these")
    private List<Integer> groups;
    @Option(names = "--machines", defaultValue = "3", paramLabel = "N",
        description = "1 or 3: with 1 there is nobody to replicate to, and all processors are its own (default: 3)")
    private int machines;
    @Option(names = "--duty-threads", defaultValue = "1", paramLabel = "N",
        description = "over how many duty threads, each with logs of its own, a node spreads its groups (default: 1)")
    private int dutyThreads;
    @Option(names = "--seconds", defaultValue = "10", paramLabel = "N",
        description = "how long each load goes on, and each rest (default: 10)")
    private double seconds;
    @Option(names = "--settle", defaultValue = "20", paramLabel = "N",
        description = "how long each cluster works before it is measured (default: 20)")
    private double settle;
    @Option(names = "--in-flight", defaultValue = "256", paramLabel = "N",
        description = "commands in flight, in all groups together (default: 256)")
    private int inFlight;
    @Option(names = "--bytes", defaultValue = "64", paramLabel = "N", description = "bytes of a command (default: 64)")
    private int bytes;
    @Option(names = "--directory", paramLabel = "DIR",
        description = "where the nodes keep their data (default: a temporary directory)")
    private Path directory;

    /** Made by the command line. */
    public GroupsCommand() {
    }

    @Override
    public Integer call() throws Exception {
        for (final int count : groups) {
            checks.range("--groups", count, 1, MOST_GROUPS);
        }
        checks.oneOf("--machines", machines, 1, 3);
        checks.range("--duty-threads", dutyThreads, 1, MOST_THREADS);
        final Duration length = checks.seconds("--seconds", seconds, 0.1, 3_600);
        final Duration before = checks.seconds("--settle", settle, 0, 3_600);
        checks.range("--in-flight", inFlight, 1, 65_536);
        checks.range("--bytes", bytes, 1, 1 << 20);
        checks.directory("--directory", directory);
        // Each group tells of each leader that it has.
        EVENTS.setLevel(Level.WARNING);
        final PrintWriter out = spec.commandLine().getOut();
        final HostedGroups.Shape shape = new HostedGroups.Shape(machines, dutyThreads);
        final GroupsReport report = new GroupsReport(out, shape, inFlight, bytes, length, before);
        final Path data = Directories.forRun(directory, true);
        try {
            for (final int count : groups) {
                measure(count, data.resolve("groups-" + count), length, before, report);
            }
        } finally {
            if (directory == null) {
                FileTrees.delete(data);
            }
        }
        report.print();
        return report.failed() == 0 ? 0 : 1;
    }

    private void measure(final int count, final Path data, final Duration length, final Duration before,
                         final GroupsReport report) throws Exception {
        try (HostedGroups cluster = new HostedGroups(count, new HostedGroups.Shape(machines, dutyThreads), data)) {
            report.started(count, cluster.launch());
            report.led(count, cluster.awaitAnswers());
            report.settled(cluster.load(count, inFlight, bytes, before));
            for (final int busy : groups) {
                if (busy <= count) {
                    report.busy(count, busy, cluster.load(busy, inFlight, bytes, length));
                }
            }
            report.resting(count, cluster.rest(length));
            if (machines > 1) {
                report.failedOver(count, cluster.failOver());
            }
            report.ended();
        } finally {
            FileTrees.delete(data);
        }
    }
}
