package io.fleet.bench.lifecycle;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What was asked for; checked.
 *
 * @param stateBytes of each replica.
 * @param valueBytes of each value.
 * @param offHeap    whether replicas have their values beside the heap.
 * @param rate       commands a second of the open loop; 0 for the closed loop.
 * @param inFlight   of the closed loop; of the open loop the most.
 * @param nodes      of the cluster.
 * @param trim       {@code all} or {@code quorum}.
 * @param margin     entries that are kept below what may be trimmed.
 * @param writeRate  bytes of a snapshot that a node writes in a second; 0 for no bound, below 0 for its default.
 * @param settle     how long the cluster works before it is looked at.
 * @param directory  takes data and logs; null for a temporary one.
 * @param csv        takes each slice; null for none.
 * @param jvmFlags   for every process that is started.
 */
record LifecycleOptions(long stateBytes, int valueBytes, boolean offHeap, double rate, int inFlight, int nodes,
                        String trim, int margin, long writeRate, Duration settle, Path directory, Path csv,
                        List<String> jvmFlags) {
    private static final long MIB = 1 << 20;
    /** Of a process that has no state, or has it elsewhere. */
    private static final long LEAST_HEAP = 512 * MIB;

    int keys() {
        return (int) (stateBytes / valueBytes);
    }

    /** What each node is told that is not its default. */
    Map<String, String> settings() {
        final Map<String, String> settings = new LinkedHashMap<>();
        settings.put("store", offHeap ? "offheap" : "heap");
        settings.put("trim", trim);
        settings.put("margin", Integer.toString(margin));
        if (writeRate >= 0) {
            settings.put("write-rate", Long.toString(writeRate));
        }
        return settings;
    }

    /** A replica that takes over the snapshot of another one has two states for a while. */
    String heap() {
        final long states = stateBytes * 5 / 2 / MIB;
        final long heap = LEAST_HEAP / MIB + (offHeap ? 0 : states);
        return "-Xms" + heap + "m -Xmx" + heap + "m"
            + (offHeap ? " -XX:MaxDirectMemorySize=" + (LEAST_HEAP / MIB + states) + "m" : "");
    }

    /** The load in words. */
    String load() {
        return rate > 0 ? String.format(Locale.ROOT, "%,.0f puts of %d bytes a second (open loop)", rate,
            valueBytes) : inFlight + " puts of " + valueBytes + " bytes in flight (closed loop)";
    }
}
