package io.fleet.bench.coded;

import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.TextTable;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.fleet.NodeFigures;
import io.fleet.ec.codec.CodecKind;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code fleet bench coded}: coded(3, 2) on five nodes beside scattered groups of three. Exit code 1 when an operation
 * failed or had no answer.
 */
@Command(name = "coded", description = {
    "Measures coded(3, 2) on five nodes of this process: bytes on disks and networks for each byte of values (cost),",
    "slots that come to nothing (slots), and how fast it goes beside a scattered group of three nodes and beside one",
    "whose leader sends bodies and whose nodes write them in order (speed). FLEET_JAVA_OPTS bounds the heap."})
public final class CodedCommand implements Callable<Integer> {
    private static final int SLOT_VALUE = 1_300;
    private static final List<Workload> LOADS = List.of(Workload.PUT, Workload.MIX, Workload.MOSTLY_GET);

    @Spec
    private CommandSpec spec;
    @Mixin
    private CodedOptions given;
    @Mixin
    private ToolChecks checks;

    private PrintWriter out;
    private PrintWriter err;
    private Path below;
    private long failed;

    /** Made by the command line. */
    public CodedCommand() {
    }

    @Override
    public Integer call() throws IOException, TimeoutException {
        final CodedOptions options = options();
        out = spec.commandLine().getOut();
        err = spec.commandLine().getErr();
        below = Directories.forRun(options.directory, true).toAbsolutePath();
        try {
            if (Directories.isInMemory(below)) {
                throw new IllegalStateException(below + " is in memory, but --dir must be on a disk");
            }
            if (options.only.contains(CodedOptions.COST)) {
                cost(options);
            }
            if (options.only.contains(CodedOptions.SLOTS)) {
                slots(options);
            }
            if (options.only.contains(CodedOptions.SPEED)) {
                speed(options);
            }
        } finally {
            if (options.directory == null) {
                FileTrees.delete(below);
            }
        }
        out.printf(Locale.ROOT, "All nodes in one process over shared memory, one disk; heap at most %d MiB, Java %s,"
            + " %d processors, codec %s; %d clients, shared out among the nodes. %d operations failed.%n",
            Runtime.getRuntime().maxMemory() >> 20, Runtime.version(), Runtime.getRuntime().availableProcessors(),
            CodecKind.fastest(), CodedOptions.CLIENTS, failed);
        out.flush();
        return failed > 0 ? 1 : 0;
    }

    /** What was asked for, checked. */
    CodedOptions options() {
        return given.check(checks);
    }

    private void cost(final CodedOptions options) throws IOException, TimeoutException {
        final List<List<String>> rows = new ArrayList<>();
        for (final int value : options.costValues) {
            for (final Contender contender : options.modes) {
                tell("cost: %s, values of %,d bytes", contender, value);
                try (Trial trial = new Trial(contender, contender.config(), CodedOptions.CLIENTS, value, 0, below)) {
                    final List<NodeFigures> before = trial.figures();
                    final LoadResult result = counted(trial.run(Workload.PUT, options.inFlight(value), Duration.ZERO,
                        options.measure));
                    rows.addAll(new Cost(contender, value, answered(result), since(before, trial.figures())).rows());
                }
            }
        }
        print("Bytes for each acknowledged byte of values. Disk: made durable, by log. Sent: handed to the transport,"
            + " what goes to all nodes once. " + Cost.networkFormula(), Cost.head(), rows);
    }

    private static List<NodeFigures> since(final List<NodeFigures> before, final List<NodeFigures> after) {
        final List<NodeFigures> between = new ArrayList<>();
        for (int i = 0; i < before.size(); i++) {
            between.add(after.get(i).since(before.get(i)));
        }
        return between;
    }

    /** One command to an entry, all through one node, and through all nodes in turn. */
    private void slots(final CodedOptions options) throws IOException, TimeoutException {
        final List<List<String>> rows = new ArrayList<>();
        for (final int clients : List.of(1, Contender.CODED.nodes())) {
            for (final int each : options.slots) {
                tell("slots: %d clients, %d commands in flight", clients, each);
                try (Trial trial = new Trial(Contender.CODED, Contender.CODED.config().withMaxBatchCommands(1), clients,
                    SLOT_VALUE, 0, below)) {
                    final List<NodeFigures> before = trial.figures();
                    final LoadResult result = counted(trial.run(Workload.PUT, each, Duration.ZERO, options.measure));
                    rows.add(new Slots(clients, each, answered(result),
                        result.latencies().getValueAtPercentile(50) / 1e6,
                        since(before, trial.figures()).get(0)).row());
                }
            }
        }
        print("Slots of a coded group as node 0 saw them, values of 1,300 bytes, one command to an entry.",
            Slots.head(), rows);
    }

    /** One length of values after the other, so that what is measured is told although the rest is interrupted. */
    private void speed(final CodedOptions options) throws IOException {
        for (final int value : options.values) {
            final Speed speed = new Speed();
            for (int round = 1; round <= options.rounds; round++) {
                final List<Contender> turns = new ArrayList<>(options.modes);
                Collections.rotate(turns, 1 - round);
                for (final Contender contender : turns) {
                    compare(options, speed, round, value, contender);
                }
            }
            print(String.format(Locale.ROOT, "Closed loop, %d in flight, in turn%s; rates and ratios: the median of"
                + " %d rounds (least-most); latencies: of all rounds together.", options.inFlight(value),
                options.diskBytes == 0 ? "" : String.format(Locale.ROOT, "; each node may write %.1f MB a second",
                    options.diskBytes / 1e6), options.rounds), Speed.head(), speed.rows());
        }
    }

    private void compare(final CodedOptions options, final Speed speed, final int round, final int value,
                         final Contender contender) throws IOException {
        try (Trial trial = new Trial(contender, contender.config(), CodedOptions.CLIENTS, value,
            options.diskBytes, below)) {
            for (final Workload load : LOADS) {
                final LoadResult result = counted(trial.run(load, options.inFlight(value), options.warmUp,
                    options.measure));
                tell("speed: round %d, %s, values of %,d bytes, %s: %,.0f a second, p50 %.1f ms", round, contender,
                    value, Speed.name(load), result.perSecond(), result.latencies().getValueAtPercentile(50) / 1e6);
                speed.add(contender, round, value, load, result);
            }
        }
    }

    /** All of a load that had no warm-up, what came after its end included. */
    private static long answered(final LoadResult result) {
        return result.latencies().getTotalCount();
    }

    private LoadResult counted(final LoadResult result) {
        failed += result.failed() + result.lost();
        if (result.failed() + result.lost() > 0) {
            tell("%d operations failed, %d had no answer: %s", result.failed(), result.lost(), result.failure());
        }
        return result;
    }

    private void print(final String title, final List<String> head, final List<List<String>> rows) {
        out.println(title);
        out.println();
        TextTable.lines(head, rows).forEach(out::println);
        out.println();
        out.flush();
    }

    private void tell(final String format, final Object... arguments) {
        err.println(String.format(Locale.ROOT, format, arguments));
        err.flush();
    }
}
