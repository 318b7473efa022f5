package io.fleet.bench.coded;

import io.fleet.bench.harness.TextTable;
import io.fleet.bench.peer.fleet.NodeFigures;
import java.util.List;
import java.util.Locale;

/**
 * What became of the slots of a coded group under a load.
 *
 * @param clients  how many, each on the next node.
 * @param inFlight how many commands of all of them.
 * @param acked    how many were acknowledged.
 * @param p50Ms    half of them took no longer, in milliseconds.
 * @param figures  what one node counted meanwhile.
 */
record Slots(int clients, int inFlight, long acked, double p50Ms, NodeFigures figures) {
    private static final String PREFIX = "coded.";

    static List<String> head() {
        return List.of("clients", "in flight", "commands", "entries", "null slots", "null per 1,000 commands",
            "null per 1,000 entries", "decided by", "repeated", "p50 ms");
    }

    List<String> row() {
        final long nulls = count("null.slots");
        final long entries = count("entry.slots");
        return List.of(String.valueOf(clients), String.valueOf(inFlight), String.format(Locale.ROOT, "%,d", acked),
            String.format(Locale.ROOT, "%,d", entries), String.format(Locale.ROOT, "%,d", nulls),
            TextTable.number("%.1f", 1_000.0 * nulls / acked), TextTable.number("%.1f", 1_000.0 * nulls / entries),
            "PROPOSALs " + count("fast.slots") + ", VOTEs " + count("voted.slots") + ", others "
                + count("adopted.slots"), String.valueOf(count("repeated.slots")), TextTable.number("%.2f", p50Ms));
    }

    private long count(final String name) {
        return figures.mode().getOrDefault(PREFIX + name, 0L);
    }
}
