package io.fleet.cli;

import io.fleet.config.ErasureCode;
import io.fleet.examples.kv.server.CodedOptions;
import io.fleet.examples.kv.server.CommandLines;
import io.fleet.examples.kv.server.OptionChecks;
import io.fleet.verify.torture.TortureOptions;
import io.fleet.verify.torture.TortureRun;
import io.fleet.verify.torture.fault.FaultGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet torture}: reads and checks the options, then does one run; exit code 1 when something was wrong. */
@Command(name = "torture", description =
    "Runs real processes of the key-value server under load and random faults: kills, pauses, "
    + "partitions, bad networks, full disks, wiped directories; checks what their clients saw.")
final class TortureCommand implements Callable<Integer> {
    private static final int MAX_CLIENTS = 1000;
    private static final int NODES = 3;
    private static final int MORE_NODES = 5;
    private static final int MOST_CODED = 12;
    private static final int SEEDS = 1_000_000;
    private static final double MIN_MINUTES = 0.05;
    private static final double MAX_MINUTES = 10_080;
    private static final double MILLIS_A_MINUTE = 60_000;

    @Spec
    private CommandSpec spec;
    @Option(names = "--minutes", paramLabel = "N", defaultValue = "10",
        description = "how long clients work; 0.5 is half a minute (default: ${DEFAULT-VALUE})")
    private double minutes;
    @Option(names = "--seed", paramLabel = "N", description = "which faults are drawn (default: a new seed)")
    private Long seed;
    @Option(names = "--nodes", paramLabel = "N",
        description = "how many nodes, 3 or 5; K + M of --mode coded (default: 3)")
    private Integer nodes;
    @Option(names = "--mode", paramLabel = "scattered|coded", defaultValue = "scattered",
        description = "how the nodes agree, as of 'fleet kv'; with coded some values have 64 KiB to 1 MiB "
            + "(default: ${DEFAULT-VALUE})")
    private String mode;
    @Option(names = "--k", paramLabel = "K",
        description = "of --mode coded: into how many segments a value is cut (default: 3)")
    private Integer dataSegments;
    @Option(names = "--m", paramLabel = "M",
        description = "of --mode coded: how many segments are added, 2 or more (default: 2)")
    private Integer paritySegments;
    @Option(names = "--clients", paramLabel = "N", defaultValue = "12",
        description = "how many clients work at once (default: ${DEFAULT-VALUE})")
    private int clients;
    @Option(names = "--faults", paramLabel = "KIND,...", defaultValue = "all",
        description = "which are drawn: kills, pauses, partitions, networks, disks, wipes (default: ${DEFAULT-VALUE})")
    private String faults;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "new or empty; takes data and logs, and is kept (default: a temporary one, kept after failures)")
    private Path directory;

    @Override
    public Integer call() throws Exception {
        if (!(minutes >= MIN_MINUTES && minutes <= MAX_MINUTES)) {
            throw OptionChecks.wrong(spec, "--minutes is " + minutes + ", but must be from " + MIN_MINUTES + " to "
                + (int) MAX_MINUTES);
        }
        final ErasureCode code = code();
        final int count = code != null ? code.members() : nodes == null ? NODES : nodes;
        if (code == null && count != NODES && count != MORE_NODES) {
            throw OptionChecks.wrong(spec, "--nodes is " + count + ", but must be 3 or 5");
        }
        OptionChecks.range(spec, "--clients", clients, count, MAX_CLIENTS);
        final Set<FaultGroup> groups = groups();
        OptionChecks.newOrEmpty(spec, directory);
        final TortureOptions options = TortureOptions.torture(Duration.ofMillis((long) (minutes * MILLIS_A_MINUTE)),
            count, clients, directory, seed == null ? ThreadLocalRandom.current().nextInt(SEEDS) : seed, groups);
        return TortureRun.run(code == null ? options : options.coded(code), spec.commandLine().getOut()) ? 0
            : CommandLines.FAILED;
    }

    private ErasureCode code() {
        final ErasureCode code = CodedOptions.code(spec, mode, dataSegments, paritySegments);
        if (code != null && nodes != null) {
            throw OptionChecks.wrong(spec, "--nodes is given, but --mode coded has --k + --m nodes");
        }
        if (code != null && code.members() > MOST_CODED) {
            throw OptionChecks.wrong(spec, "--k and --m make " + code.members() + " nodes, but at most " + MOST_CODED
                + " are run");
        }
        return code;
    }

    private Set<FaultGroup> groups() {
        final Set<FaultGroup> chosen = EnumSet.noneOf(FaultGroup.class);
        for (final String word : faults.strip().split(",", -1)) {
            final String name = word.strip().toUpperCase(Locale.ROOT);
            final Set<FaultGroup> meant = EnumSet.allOf(FaultGroup.class);
            meant.removeIf(group -> !name.equals("ALL") && !name.equals(group.name()));
            if (meant.isEmpty()) {
                throw OptionChecks.wrong(spec, "--faults is '" + word.strip() + "', but must be all or some of "
                    + Arrays.stream(FaultGroup.values()).map(group -> group.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
            }
            chosen.addAll(meant);
        }
        return chosen;
    }
}
