package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.TextTable;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What nodes take of disk and memory while time goes on, beside the bound that {@code docs/reference.md} states for
 * the logs: 2 (<i>I</i> + <i>M</i>) and three files of each log, where <i>I</i> is what a node writes from one of its
 * snapshots to the next, and <i>M</i> what the margin takes; both as they were seen here, padding included.
 */
public final class DiskWatch {
    private static final double MIB = 1 << 20;
    private static final int FILES_MORE = 3;

    private final int margin;
    private final long[] snapshotLsn;
    private final long[] flushedAtSnapshot;
    private final NodeState[] first;
    private final long[] least;
    private final long[] most;
    private final long[] mostOfSnapshots;
    private NodeState[] last;
    private long interval;
    private final List<List<String>> samples = new ArrayList<>();

    /**
     * Begins when all nodes have just written a snapshot.
     *
     * @param margin entries that are kept below what may be trimmed.
     */
    DiskWatch(final int margin, final NodeState[] states) {
        this.margin = margin;
        final int nodes = states.length;
        first = states;
        last = states;
        snapshotLsn = new long[nodes];
        flushedAtSnapshot = new long[nodes];
        least = new long[nodes];
        most = new long[nodes];
        mostOfSnapshots = new long[nodes];
        for (int node = 0; node < nodes; node++) {
            snapshotLsn[node] = states[node].snapshotLsn();
            flushedAtSnapshot[node] = states[node].flushedBytes();
            least[node] = Long.MAX_VALUE;
        }
        see(states);
    }

    /** Some time has gone by. */
    void see(final NodeState[] states) {
        last = states;
        for (int node = 0; node < states.length; node++) {
            final NodeState state = states[node];
            least[node] = Math.min(least[node], state.logBytes());
            most[node] = Math.max(most[node], state.logBytes());
            mostOfSnapshots[node] = Math.max(mostOfSnapshots[node], state.snapshotBytes());
            interval = Math.max(interval, state.flushedBytes() - flushedAtSnapshot[node]);
            if (state.snapshotLsn() != snapshotLsn[node]) {
                snapshotLsn[node] = state.snapshotLsn();
                flushedAtSnapshot[node] = state.flushedBytes();
            }
        }
    }

    /** Keeps a row for each node. */
    void sample(final double seconds, final List<Memory> memory) {
        for (int node = 0; node < last.length; node++) {
            samples.add(List.of(String.format(Locale.ROOT, "%.0f", seconds), Integer.toString(node),
                mib(last[node].logBytes()), mib(last[node].snapshotBytes()), mib(memory.get(node).heap()),
                mib(memory.get(node).resident())));
        }
    }

    /** The last rows, in one line. */
    String lastSample() {
        final List<String> words = new ArrayList<>();
        for (final List<String> row : samples.subList(samples.size() - last.length, samples.size())) {
            words.add(String.join("/", row.subList(2, 6)));
        }
        return String.join(", ", words);
    }

    List<String> table() {
        return TextTable.lines(List.of("s", "node", "logs MiB", "snapshots MiB", "heap after GC MiB", "resident MiB"),
            samples);
    }

    /** What one entry takes of the logs of a node, padding included. */
    private double bytesOfAnEntry() {
        double mostBytes = 0;
        for (int node = 0; node < last.length; node++) {
            final long entries = last[node].applied() - first[node].applied();
            if (entries > 0) {
                mostBytes = Math.max(mostBytes,
                    (double) (last[node].flushedBytes() - first[node].flushedBytes()) / entries);
            }
        }
        return mostBytes;
    }

    /** The most that the logs of a node may take. */
    long bound() {
        return (long) (2 * (interval + margin * bytesOfAnEntry())) + FILES_MORE
            * ((long) ScatteredLogConfig.defaults().fileLength() + OrderedLogConfig.defaults().fileLength());
    }

    boolean isWithinBound() {
        for (final long each : most) {
            if (each > bound()) {
                return false;
            }
        }
        return true;
    }

    List<String> summary() {
        final List<String> lines = new ArrayList<>();
        for (int node = 0; node < last.length; node++) {
            lines.add(String.format(Locale.ROOT, "node %d: logs least %s, most %s, last %s MiB; snapshots most %s MiB",
                node, mib(least[node]), mib(most[node]), mib(last[node].logBytes()), mib(mostOfSnapshots[node])));
        }
        lines.add(String.format(Locale.ROOT, "the bound for the logs of a node is 2 (I + M) and %d files of each: %s "
                + "MiB (I = %s, M = %s); %s", FILES_MORE, mib(bound()), mib(interval), mib(margin * bytesOfAnEntry()),
            isWithinBound() ? "kept" : "PROBLEM: not kept"));
        return lines;
    }

    private static String mib(final double bytes) {
        return bytes < 0 ? "-" : String.format(Locale.ROOT, "%.0f", bytes / MIB);
    }

    /**
     * What a process takes.
     *
     * @param heap     bytes of the heap in use behind a collection; -1 when not known.
     * @param resident bytes; -1 when not known.
     */
    record Memory(long heap, long resident) {
    }
}
