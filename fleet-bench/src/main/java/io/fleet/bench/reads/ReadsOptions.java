package io.fleet.bench.reads;

import io.fleet.verify.options.ToolChecks;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What was asked for; of use when {@link #check} has been called. */
final class ReadsOptions {
    private static final List<String> PARTS = List.of("levels", "paused", "bimodal");
    private static final List<String> LEVELS = List.of("log", "quorum", "lease", "replicas", "stale", "local");

    @Option(names = "--only", paramLabel = "PART,...", defaultValue = "levels,paused,bimodal",
        description = "levels, paused, bimodal (default: all)")
    private String only;
    @Option(names = "--levels", paramLabel = "LEVEL,...", defaultValue = "log,quorum,lease,replicas,stale,local",
        description = "levels: log, quorum, lease, replicas (leases at all of them, on a cluster of its own), stale "
            + "(100 ms), local; paused takes the second of them, bimodal the last (default: ${DEFAULT-VALUE})")
    private String levelWords;
    @Option(names = "--shares", paramLabel = "N,...", defaultValue = "100,95,50",
        description = "levels: of a hundred operations so many read: 100, 95, 50 (default: ${DEFAULT-VALUE})")
    private String shareWords;
    @Option(names = "--nodes", paramLabel = "N,...", defaultValue = "3,5",
        description = "levels: replicas, 1 to 7 (default: ${DEFAULT-VALUE})")
    private String nodeWords;
    @Option(names = "--outstanding", paramLabel = "N", defaultValue = "256",
        description = "levels: operations in flight (default: ${DEFAULT-VALUE})")
    int outstanding;
    @Option(names = "--value", paramLabel = "BYTES", defaultValue = "64",
        description = "how long values are (default: ${DEFAULT-VALUE})")
    int valueBytes;
    @Option(names = "--keys", paramLabel = "N", defaultValue = "1000",
        description = "how many there are (default: ${DEFAULT-VALUE})")
    int keys;
    @Option(names = "--wait-us", paramLabel = "N", defaultValue = "0",
        description = "levels: a replica takes so many microseconds to execute anything, without a processor, so that "
            + "replicas on one machine are as slow as on machines of their own (default: ${DEFAULT-VALUE})")
    int waitMicros;
    @Option(names = "--rate", paramLabel = "N", defaultValue = "2000",
        description = "paused: reads a second, open loop (default: ${DEFAULT-VALUE})")
    double rate;
    @Option(names = "--bimodal-us", paramLabel = "N", defaultValue = "200",
        description = "bimodal: how long most reads take, without a processor (default: ${DEFAULT-VALUE})")
    int bimodalMicros;
    @Option(names = "--load", paramLabel = "PERCENT", defaultValue = "60",
        description = "bimodal: of what three replicas could execute, open loop (default: ${DEFAULT-VALUE})")
    int load;
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "1",
        description = "how often each is measured, in turn (default: ${DEFAULT-VALUE})")
    int rounds;
    @Option(names = "--settle", paramLabel = "SECONDS", defaultValue = "40",
        description = "how long a cluster works at all levels before it is measured (default: ${DEFAULT-VALUE})")
    double settle;
    @Option(names = "--warm-up", paramLabel = "SECONDS", defaultValue = "1",
        description = "before each measurement (default: ${DEFAULT-VALUE})")
    double warmUp;
    @Option(names = "--seconds", paramLabel = "SECONDS", defaultValue = "2",
        description = "each measurement (default: ${DEFAULT-VALUE})")
    double seconds;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "takes data, which is deleted, and logs (default: a temporary one)")
    Path directory;
    List<String> parts;
    List<String> levels;
    /** Of reads in a hundred operations. */
    List<Integer> shares;
    /** Numbers of replicas. */
    List<Integer> nodes;

    /** Refuses what is wrong. */
    ReadsOptions check(final ToolChecks checks) {
        checks.range("--outstanding", outstanding, 1, 4_096);
        checks.range("--value", valueBytes, 1, 32_768);
        checks.range("--keys", keys, 1, 1_000_000);
        checks.range("--wait-us", waitMicros, 0, 100_000);
        checks.range("--rate", rate, 1, 1_000_000);
        checks.range("--bimodal-us", bimodalMicros, 1, 100_000);
        checks.range("--load", load, 1, 99);
        checks.range("--rounds", rounds, 1, 100);
        checks.range("--settle", settle, 0, 3_600);
        checks.range("--warm-up", warmUp, 0, 600);
        checks.range("--seconds", seconds, 0.1, 20);
        parts = checks.words("--only", only, PARTS);
        levels = checks.words("--levels", levelWords, LEVELS);
        shares = checks.integers("--shares", shareWords, 0, 100);
        shares.forEach(each -> checks.oneOf("--shares", each, 100, 95, 50));
        nodes = checks.integers("--nodes", nodeWords, 1, 7);
        return this;
    }

    long settleNs() {
        return (long) (settle * 1e9);
    }

    long warmUpNs() {
        return (long) (warmUp * 1e9);
    }

    long measureNs() {
        return (long) (seconds * 1e9);
    }
}
