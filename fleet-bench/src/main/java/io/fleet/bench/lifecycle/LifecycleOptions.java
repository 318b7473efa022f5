package io.fleet.bench.lifecycle;

import io.fleet.verify.options.ToolChecks;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** What all benchmarks of the life of a cluster are asked for; of use when {@link #check} has been called. */
final class LifecycleOptions {
    private static final long MIB = 1 << 20;
    /** Of a process that has no state, or has it elsewhere. */
    private static final long LEAST_HEAP = 512 * MIB;
    private static final int OPEN_SLOTS = 4_096;
    private static final int MAX_KEYS = Integer.MAX_VALUE / Long.BYTES;

    @Option(names = "--state", paramLabel = "BYTES", defaultValue = "64m",
        description = "how large the state of each replica is: a number with k, m or g (default: ${DEFAULT-VALUE})")
    private String state;
    @Option(names = "--value", paramLabel = "BYTES", defaultValue = "4k",
        description = "how long values are (default: ${DEFAULT-VALUE})")
    private String value;
    @Option(names = "--store", paramLabel = "heap|offheap", defaultValue = "heap",
        description = "where replicas have their values: an array for each, or blocks beside the heap "
            + "(default: ${DEFAULT-VALUE})")
    private String store;
    @Option(names = "--rate", paramLabel = "N",
        description = "open loop: puts a second, due whether or not others are answered (default: 1000)")
    private Double rate;
    @Option(names = "--in-flight", paramLabel = "N",
        description = "closed loop instead: so many puts in flight, each answer starts the next")
    private Integer inFlight;
    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3",
        description = "3 or 5, each a process (default: ${DEFAULT-VALUE})")
    int nodes;
    @Option(names = "--trim", paramLabel = "all|quorum", defaultValue = "quorum",
        description = "what logs let go of: what the snapshots of all members cover, or of a quorum "
            + "(default: ${DEFAULT-VALUE})")
    String trim;
    @Option(names = "--margin", paramLabel = "N", defaultValue = "1024",
        description = "entries that are kept below that (default: ${DEFAULT-VALUE})")
    int margin;
    @Option(names = "--write-rate", paramLabel = "BYTES",
        description = "how much of a snapshot each node writes in a second, such as 64m; 0 for as much as it can "
            + "(default: the library's)")
    private String writeRate;
    @Option(names = "--settle", paramLabel = "SECONDS", defaultValue = "8",
        description = "how long the cluster works before anything is measured (default: ${DEFAULT-VALUE})")
    double settle;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "takes data, which is deleted, and logs (default: a temporary one)")
    Path directory;
    @Option(names = "--csv", paramLabel = "FILE", description = "takes what each slice of the time gave")
    Path csv;
    @Option(names = "--jvm-flags", paramLabel = "FLAGS", defaultValue = "",
        description = "more flags for every process that is started, in one word with spaces")
    private String jvmFlags;
    /** Of each replica. */
    long stateBytes;
    int valueBytes;
    /** Bytes of a snapshot that a node writes in a second; 0 for no bound, below 0 for its default. */
    private long writeBytes = -1;

    /** Refuses what is wrong. */
    void check(final ToolChecks checks) {
        stateBytes = checks.bytes("--state", state, MIB, 64L << 30);
        valueBytes = (int) checks.bytes("--value", value, 1, 524_288);
        if (stateBytes / valueBytes > MAX_KEYS) {
            throw checks.wrong("--value is " + valueBytes + ", but must be at least " + (stateBytes / MAX_KEYS + 1)
                + " with a --state of " + stateBytes);
        }
        if (rate != null && inFlight != null) {
            throw checks.wrong("--rate is " + rate + ", and --in-flight is " + inFlight
                + ", but a loop is open or closed: leave one of them out");
        }
        checks.range("--rate", rate, 1, 1_000_000);
        checks.range("--in-flight", inFlight, 1, OPEN_SLOTS);
        checks.oneOf("--nodes", nodes, 3, 5);
        checks.range("--margin", margin, 1, Integer.MAX_VALUE);
        checks.range("--settle", settle, 0, 3_600);
        checks.oneOf("--store", store, "heap", "offheap");
        checks.oneOf("--trim", trim, "all", "quorum");
        checks.directory("--dir", directory);
        checks.file("--csv", csv);
        if (writeRate != null) {
            writeBytes = checks.bytes("--write-rate", writeRate, 0, 10L << 30);
        }
    }

    /** Commands a second of the open loop; 0 for the closed loop. */
    double rate() {
        return inFlight != null ? 0 : rate == null ? 1_000 : rate;
    }

    /** Of the closed loop; of the open loop the most. */
    int inFlight() {
        return inFlight == null ? OPEN_SLOTS : inFlight;
    }

    boolean isOffHeap() {
        return store.equalsIgnoreCase("offheap");
    }

    List<String> jvmFlags() {
        return ToolChecks.flags(jvmFlags);
    }

    int keys() {
        return (int) (stateBytes / valueBytes);
    }

    /** What each node is told that is not its default. */
    Map<String, String> settings() {
        final Map<String, String> settings = new LinkedHashMap<>();
        settings.put("store", isOffHeap() ? "offheap" : "heap");
        settings.put("snapshots", "asked");
        settings.put("trim", trim.toLowerCase(Locale.ROOT));
        settings.put("margin", Integer.toString(margin));
        if (writeBytes >= 0) {
            settings.put("write-rate", Long.toString(writeBytes));
        }
        return settings;
    }

    /** A replica that takes over the snapshot of another one has two states for a while. */
    String heap() {
        final long states = stateBytes * 5 / 2 / MIB;
        final long heap = LEAST_HEAP / MIB + (isOffHeap() ? 0 : states);
        return "-Xms" + heap + "m -Xmx" + heap + "m"
            + (isOffHeap() ? " -XX:MaxDirectMemorySize=" + (LEAST_HEAP / MIB + states) + "m" : "");
    }

    /** The load in words. */
    String load() {
        return rate() > 0 ? String.format(Locale.ROOT, "%,.0f puts of %d bytes a second (open loop)", rate(),
            valueBytes) : inFlight() + " puts of " + valueBytes + " bytes in flight (closed loop)";
    }
}
