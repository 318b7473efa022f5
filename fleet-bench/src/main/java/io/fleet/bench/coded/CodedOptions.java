package io.fleet.bench.coded;

import io.fleet.verify.options.ToolChecks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** What is measured; of use when {@link #check} has been called. */
final class CodedOptions {
    static final String COST = "cost";
    static final String SLOTS = "slots";
    static final String SPEED = "speed";
    static final List<String> PARTS = List.of(COST, SLOTS, SPEED);
    /** As many on each node whether there are three or five; a client has at most one or two long values under way. */
    static final int CLIENTS = 15;
    private static final int SHORT_VALUE = 32 << 10;
    private static final int LONG_VALUE = 256 << 10;
    private static final int MAP_BYTES = 32 << 20;
    private static final int MOST_KEYS = 1_000;
    private static final int MOST_VALUE = 4 << 20;

    @Option(names = "--only", paramLabel = "PART,...", defaultValue = "cost,slots,speed",
        description = "cost, slots, speed (default: all)")
    private String onlyWords;
    @Option(names = "--modes", paramLabel = "MODE,...", defaultValue = "coded,scattered,leader",
        description = "cost and speed: coded, coded-bytes (machine that looks at values), scattered, leader"
            + " (default: ${DEFAULT-VALUE})")
    private String modeWords;
    @Option(names = "--values", paramLabel = "BYTES,...", defaultValue = "1300,65536,666000,2000000",
        description = "speed: how long values are (default: ${DEFAULT-VALUE})")
    private String valueWords;
    @Option(names = "--cost-values", paramLabel = "BYTES,...", defaultValue = "65536,1048576",
        description = "cost: how long values are (default: ${DEFAULT-VALUE})")
    private String costWords;
    @Option(names = "--slots", paramLabel = "N,...", defaultValue = "1,4,16",
        description = "slots: commands in flight (default: ${DEFAULT-VALUE})")
    private String slotWords;
    @Option(names = "--in-flight", paramLabel = "N", defaultValue = "0",
        description = "speed and cost: operations in flight (default: 60 below 32 KiB, 30 below 256 KiB, or else 15)")
    private int inFlight;
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3",
        description = "speed: how often each is measured, in turn (default: ${DEFAULT-VALUE})")
    int rounds;
    @Option(names = "--seconds", paramLabel = "S", defaultValue = "2",
        description = "how long each load is measured (default: ${DEFAULT-VALUE})")
    private double seconds;
    @Option(names = "--warm-up", paramLabel = "S", defaultValue = "0.5",
        description = "speed: how long it goes on before (default: ${DEFAULT-VALUE})")
    private double warmUpSeconds;
    @Option(names = "--disk", paramLabel = "MB", defaultValue = "0",
        description = "speed: how many MB a second each node may write, as if it had a disk of its own (root, Linux)")
    private double disk;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "where the nodes keep their data, on a disk (default: a temporary directory)")
    Path directory;
    /** Which of {@link #PARTS}. */
    List<String> only;
    /** Who is compared, in the order of the first round. */
    List<Contender> modes;
    List<Integer> values;
    List<Integer> costValues;
    List<Integer> slots;
    Duration measure;
    Duration warmUp;
    /** How many bytes a second a node may write, for the comparison; 0 for no limit. */
    long diskBytes;

    /** Refuses what is wrong. */
    CodedOptions check(final ToolChecks checks) {
        checks.range("--in-flight", inFlight, 0, 4_096);
        checks.range("--rounds", rounds, 1, 1_000);
        measure = checks.seconds("--seconds", seconds, 0.1, 3_600);
        warmUp = checks.seconds("--warm-up", warmUpSeconds, 0, 3_600);
        diskBytes = (long) (checks.range("--disk", disk, 0, 100_000) * 1e6);
        only = checks.words("--only", onlyWords, PARTS);
        modes = checks.words("--modes", modeWords, List.of("coded", "coded-bytes", "scattered", "leader")).stream()
            .map(Contender::named).toList();
        values = checks.integers("--values", valueWords, 1, MOST_VALUE);
        costValues = checks.integers("--cost-values", costWords, 1, MOST_VALUE);
        slots = checks.integers("--slots", slotWords, 1, 256);
        return this;
    }

    /** How many commands are in flight for values of a length. */
    int inFlight(final int valueBytes) {
        if (inFlight > 0) {
            return inFlight;
        }
        return valueBytes < SHORT_VALUE ? 4 * CLIENTS : valueBytes < LONG_VALUE ? 2 * CLIENTS : CLIENTS;
    }

    /** So many that no replica's map takes more than 32 MiB, but for very long values. */
    static int keys(final int valueBytes) {
        return Math.max(8, Math.min(MOST_KEYS, MAP_BYTES / valueBytes));
    }
}
