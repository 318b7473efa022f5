package io.fleet.bench.messages;

import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.TextTable;
import io.fleet.config.Learning;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.process.FileTrees;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet bench messages}: counts packets and bytes for each command, by what nodes are for. */
@Command(name = "messages", description = {
    "Counts packets and bytes for each command, by what nodes are for.",
    "Clusters of several shapes run in this process, over UDP, with the defaults. A client that is no member sends",
    "some commands at once, and waits for these. Heartbeats are counted too."})
public final class MessagesCommand implements Callable<Integer> {
    private static final Logger EVENTS = Logger.getLogger("io.fleet.FleetNode");
    private static final int MOST_AT_ONCE = 4_096;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--shapes", defaultValue = "3,5,2+1w,3+2w,3+1o,3+2o,3+1g,3+2g,3+4g,2+2x2", split = ",",
        paramLabel = "SHAPE,...",
        description = "full members, + witnesses (w), + observers (o); or + storage groups of three witnesses (g), or"
            + " + a grid of four (2x2) (default: ${DEFAULT-VALUE})")
    private List<String> shapes;
    @Option(names = "--batch", defaultValue = "1,50", split = ",", paramLabel = "N,...",
        description = "commands at once, which make one entry (default: ${DEFAULT-VALUE})")
    private List<Integer> batches;
    @Option(names = "--commands", defaultValue = "5000", paramLabel = "N",
        description = "commands of each row (default: ${DEFAULT-VALUE})")
    private int commands;
    @Option(names = "--learning", defaultValue = "ADAPTIVE", paramLabel = "WHO",
        description = "who hears acknowledgements: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private Learning learning;
    @Option(names = "--bytes", defaultValue = "64", paramLabel = "N", description = "bytes of a command (default: 64)")
    private int bytes;
    @Option(names = "--directory", paramLabel = "DIR",
        description = "where the nodes keep their data (default: a temporary directory)")
    private Path directory;

    /** Made by the command line. */
    public MessagesCommand() {
    }

    @Override
    public Integer call() throws Exception {
        final List<ClusterShape> all = new ArrayList<>();
        for (final String text : shapes) {
            final ClusterShape shape = ClusterShape.parse(text);
            if (shape == null) {
                throw checks.wrong("--shapes has '" + text + "', but must have full members, + witnesses, fewer than"
                    + " these, + observers, or at least two + storage groups or a grid, such as 3, 2+1w, 3+2o,"
                    + " 3+2g, 2+2x2");
            }
            all.add(shape);
        }
        batches.forEach(each -> checks.range("--batch", each, 1, MOST_AT_ONCE));
        checks.range("--commands", commands, 1, 10_000_000);
        checks.range("--bytes", bytes, 1, 1 << 20);
        checks.directory("--directory", directory);
        EVENTS.setLevel(Level.WARNING);
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "For each command of %d bytes, learning %s: packets that a node hands to the network"
            + " (one to all is one),%nthat leave it where each receiver gets its own (MDC), that it receives; bytes"
            + " that it sends and receives. %d commands%na row.%n", bytes, learning, commands);
        final Path data = Directories.forRun(directory, true);
        try {
            final List<List<String>> rows = new ArrayList<>();
            for (final ClusterShape shape : all) {
                count(shape, data.resolve("shape-" + shape), rows);
            }
            TextTable.lines(List.of("shape", "at once", "node", "sent", "copies", "received", "bytes sent", "received"),
                rows)
                .forEach(out::println);
        } finally {
            if (directory == null) {
                FileTrees.delete(data);
            }
        }
        out.flush();
        return 0;
    }

    private void count(final ClusterShape shape, final Path data, final List<List<String>> rows) throws Exception {
        try (CountedCluster cluster = new CountedCluster(shape, learning, data)) {
            cluster.launch();
            for (final int batch : batches) {
                final int rounds = Math.max(1, commands / batch);
                cluster.answer(Math.min(commands, 20 * batch), batch);
                final Map<CountedCluster.Kind, CountedCluster.Traffic> traffic =
                    cluster.count(rounds * batch, batch, bytes);
                traffic.forEach((kind, each) -> rows.add(row(shape, batch, kind, each, rounds * batch)));
            }
        }
    }

    private static List<String> row(final ClusterShape shape, final int batch, final CountedCluster.Kind kind,
                                    final CountedCluster.Traffic traffic, final int answered) {
        final double each = (double) traffic.nodes() * answered;
        return List.of(shape.toString(), Integer.toString(batch),
            kind.name().toLowerCase(Locale.ROOT) + (traffic.nodes() > 1 ? ", each of " + traffic.nodes() : ""),
            TextTable.number("%.2f", traffic.sent() / each),
            TextTable.number("%.2f", traffic.copies(shape.nodes() - 1) / each), TextTable.number("%.2f", traffic
                .received() / each),
            TextTable.number("%,.0f", traffic.bytes() / each),
            TextTable.number("%,.0f", traffic.receivedBytes() / each));
    }
}
