package io.fleet.bench.coded;

import io.fleet.bench.harness.TextTable;
import io.fleet.bench.peer.fleet.NodeFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a load of puts cost the nodes.
 *
 * @param contender  who.
 * @param valueBytes how long each value was.
 * @param acked      how many puts were acknowledged.
 * @param nodes      what each node counted meanwhile.
 */
record Cost(Contender contender, int valueBytes, long acked, List<NodeFigures> nodes) {
    private static final String PARTS_SENT = "coded.sent.part.bytes";
    private static final String PARTS_SERVED = "coded.served.part.bytes";
    private static final List<String> LOGS = List.of("scattered", "steps", "ordered", "meta");
    private static final String FORMAT = "%.4f";

    static List<String> head() {
        final List<String> head = new ArrayList<>(List.of("mode", "value", "node", "puts"));
        LOGS.forEach(log -> head.add("disk: " + log));
        head.addAll(List.of("disk: all", "formula", "sent: spread", "sent: gather", "sent: other", "sent: all"));
        return head;
    }

    /** A row for each node, and one for the mean of them. Bytes for each acknowledged byte of values. */
    List<List<String>> rows() {
        final List<List<String>> rows = new ArrayList<>();
        NodeFigures all = null;
        for (int i = 0; i < nodes.size(); i++) {
            rows.add(row(String.valueOf(i), nodes.get(i), 1));
            all = all == null ? nodes.get(i) : all.plus(nodes.get(i));
        }
        rows.add(row("mean", all, nodes.size()));
        return rows;
    }

    private List<String> row(final String node, final NodeFigures figures, final int of) {
        final List<String> cells = new ArrayList<>(List.of(contender.toString(),
            String.format(Locale.ROOT, "%,d", valueBytes), node, String.format(Locale.ROOT, "%,d", acked)));
        LOGS.forEach(log -> cells.add(cell(figures.flushed(), log, of)));
        cells.add(cell(figures.flushedBytes(), of));
        cells.add(TextTable.number(FORMAT, diskFormula()));
        cells.add(cell(figures.mode(), PARTS_SENT, of));
        cells.add(cell(figures.mode(), PARTS_SERVED, of));
        cells.add(cell(figures.sent() - figures.mode().getOrDefault(PARTS_SENT, 0L)
            - figures.mode().getOrDefault(PARTS_SERVED, 0L), of));
        cells.add(cell(figures.sent(), of));
        return cells;
    }

    /** What a node writes of each byte: a part of a value, or all of it. */
    double diskFormula() {
        return contender.config().code() == null ? 1 : 1.0 / contender.config().code().k();
    }

    /** The mean of what the nodes wrote for each acknowledged byte. */
    double disk() {
        return nodes.stream().mapToLong(NodeFigures::flushedBytes).sum() / ((double) nodes.size() * acked * valueBytes);
    }

    private String cell(final Map<String, Long> bytes, final String name, final int of) {
        return bytes.containsKey(name) ? cell(bytes.get(name), of) : "-";
    }

    private String cell(final long bytes, final int of) {
        return TextTable.number(FORMAT, bytes / ((double) of * acked * valueBytes));
    }

    /** What a mean node sends of each byte: parts spread, and parts gathered by all who lack them. */
    static String networkFormula() {
        final int k = Contender.CODED.config().code().k();
        final int n = Contender.CODED.nodes();
        return String.format(Locale.ROOT,
            "By the formulas, for a mean node: spread (n - 1) / (n k) = %.4f; gathered where machines look at values,"
                + " by the n - 1 others, who each lack k - 1 parts, (n - 1)(k - 1) / (n k) = %.4f.",
            (n - 1.0) / (n * k),
            (n - 1.0) * (k - 1) / (n * k));
    }
}
