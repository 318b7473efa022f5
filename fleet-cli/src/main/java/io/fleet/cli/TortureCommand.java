package io.fleet.cli;

import io.fleet.config.ErasureCode;
import io.fleet.config.Learning;
import io.fleet.config.QuorumLayout;
import io.fleet.examples.kv.server.CodedOptions;
import io.fleet.examples.kv.server.CommandLines;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.torture.NodeStore;
import io.fleet.verify.torture.TortureOptions;
import io.fleet.verify.torture.TortureRun;
import io.fleet.verify.torture.fault.FaultGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet torture}: reads and checks the options, then does one run; exit code 1 when something was wrong. */
@Command(name = "torture",
    description = "Runs real processes of the key-value server under load and random faults: kills, pauses, "
        + "partitions, bad networks, full disks, wiped directories; checks what their clients saw. With --mode coded "
        + "some values have 64 KiB to 1 MiB.")
final class TortureCommand implements Callable<Integer> {
    private static final int MAX_CLIENTS = 1000;
    private static final int NODES = 3;
    private static final int MORE_NODES = 5;
    private static final int MOST_NODES = 9;
    private static final int MOST_CODED = 12;
    private static final int MOST_OBSERVERS = 2;
    private static final int SEEDS = 1_000_000;
    private static final double MIN_MINUTES = 0.05;
    private static final double MAX_MINUTES = 10_080;
    private static final double MILLIS_A_MINUTE = 60_000;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--minutes", paramLabel = "N", defaultValue = "10",
        description = "how long clients work; 0.5 is half a minute (default: ${DEFAULT-VALUE})")
    private double minutes;
    @Option(names = "--seed", paramLabel = "N", description = "which faults are drawn (default: a new seed)")
    private Long seed;
    @Option(names = "--nodes", paramLabel = "N",
        description = "how many nodes, 3 or 5, with --quorums 3 to 9; K + M of --mode coded (default: 3)")
    private Integer nodes;
    @Mixin
    private CodedOptions coding;
    @Option(names = "--witnesses", paramLabel = "N", defaultValue = "0",
        description = "how many of the nodes, the last ones, only persist and vote: 1 of 3, 1 or 2 of 5, with --quorums"
            + " as many as the others are enough copies for (default: ${DEFAULT-VALUE})")
    private int witnesses;
    @Option(names = "--quorums", paramLabel = "LAYOUT;...",
        description = "how the voters count, nodes numbered from 0: majority, groups:0,1,2/3,4,5 or grid:0,1/2,3; the"
            + " group is founded with the first, and while all else goes on changes to the next of the list every 10 s,"
            + " round and round (default: majority)")
    private String quorums;
    @Option(names = "--learning", paramLabel = "WHO",
        description = "who hears acknowledgements: adaptive, everyone, leader, collector, aggregator (default: as"
            + " 'fleet kv')")
    private String learning;
    @Option(names = "--observers", paramLabel = "N", defaultValue = "0",
        description = "how many nodes there are besides which do not vote, 0 to 2; at the end of the run two voters are"
            + " lost, and these take their places (default: ${DEFAULT-VALUE})")
    private int observers;
    @Mixin
    private TortureStore store;
    @Option(names = "--clients", paramLabel = "N", defaultValue = "12",
        description = "how many clients work at once (default: ${DEFAULT-VALUE})")
    private int clients;
    @Option(names = "--faults", paramLabel = "KIND,...", defaultValue = "all",
        description = "which are drawn: kills, pauses, partitions, networks, disks, wipes; or leaders, of which one is"
            + " killed every 5 s and started again at once (default: ${DEFAULT-VALUE}, but leaders)")
    private String faults;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "new or empty; takes data and logs, and is kept (default: a temporary one, kept after failures)")
    private Path directory;

    @Override
    public Integer call() throws Exception {
        checks.range("--minutes", minutes, MIN_MINUTES, MAX_MINUTES);
        final ErasureCode code = code();
        final int count = code != null ? code.members() : nodes == null ? NODES
            : quorums != null ? checks.range("--nodes", nodes, NODES, MOST_NODES)
            : checks.oneOf("--nodes", nodes, NODES, MORE_NODES);
        if (quorums != null && (code != null || observers > 0)) {
            throw checks.wrong("--quorums is given, but goes neither with --observers nor with --mode coded");
        }
        checks.range("--witnesses", witnesses, 0, code != null ? 0 : quorums != null ? count - 1 : (count - 1) / 2);
        checks.range("--observers", observers, 0, MOST_OBSERVERS);
        if (observers > 0 && (code != null || witnesses > 0)) {
            throw checks.wrong("--observers is " + observers + ", but goes neither with --witnesses nor with --mode"
                + " coded");
        }
        if (learning != null && code != null) {
            throw checks.wrong("--learning is given, but goes not with --mode coded");
        }
        checks.range("--clients", clients, count + observers, MAX_CLIENTS);
        final Set<FaultGroup> groups = groups();
        if (code != null && groups.contains(FaultGroup.LEADERS)) {
            throw checks.wrong("--faults has leaders, but nobody leads a group of --mode coded");
        }
        final List<QuorumLayout> layouts = new TortureQuorums(count, witnesses, checks).parse(quorums);
        final NodeStore kept = store.checked(code != null, checks);
        checks.newOrEmpty(directory);
        final TortureOptions options = TortureOptions.torture(Duration.ofMillis((long) (minutes * MILLIS_A_MINUTE)),
            count, clients, directory, seed == null ? ThreadLocalRandom.current().nextInt(SEEDS) : seed, groups).store(
                kept);
        return TortureRun.run(code == null ? options.witnesses(witnesses).observers(observers).quorums(layouts)
            .learning(learning == null ? null : checks.oneOf("--learning", learning, Learning.class))
            : options.coded(code), spec.commandLine().getOut()) ? 0 : CommandLines.FAILED;
    }

    private ErasureCode code() {
        final ErasureCode code = coding.code(checks);
        if (code != null && nodes != null) {
            throw checks.wrong("--nodes is given, but --mode coded has --k + --m nodes");
        }
        if (code != null && code.members() > MOST_CODED) {
            throw checks.wrong("--k and --m make " + code.members() + " nodes, but at most " + MOST_CODED
                + " are run");
        }
        return code;
    }

    private Set<FaultGroup> groups() {
        final Set<FaultGroup> chosen = EnumSet.noneOf(FaultGroup.class);
        for (final String word : faults.strip().split(",", -1)) {
            final String name = word.strip().toUpperCase(Locale.ROOT);
            final Set<FaultGroup> meant = EnumSet.allOf(FaultGroup.class);
            meant.removeIf(group -> !name.equals(group.name())
                && (!name.equals("ALL") || group == FaultGroup.LEADERS));
            if (meant.isEmpty()) {
                throw checks.wrong("--faults is '" + word.strip() + "', but must be all or some of "
                    + Arrays.stream(FaultGroup.values()).map(group -> group.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", ")));
            }
            chosen.addAll(meant);
        }
        return chosen;
    }
}
