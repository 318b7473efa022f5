package io.fleet.bench.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One figure as SVG: the median latency of each peer against its throughput, both on logarithmic axes, with a bar up to
 * the 99th percentile; points of a peer are joined in the order of their load.
 */
final class LatencyPlot {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 500;
    private static final int LEFT = 90;
    private static final int RIGHT = 660;
    private static final int TOP = 50;
    private static final int BOTTOM = 440;
    private static final int LEGEND_STEP = 22;
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;
    private static final List<String> COLORS = List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
        "#56b4e9", "#333333");

    private final StringBuilder svg = new StringBuilder();
    private final LogAxis across;
    private final LogAxis up;

    private LatencyPlot(final List<Row> rows) {
        final List<Double> rates = new ArrayList<>();
        final List<Double> latencies = new ArrayList<>();
        for (final Row row : rows) {
            rates.add(rate(row));
            latencies.add(micros(row, MEDIAN));
            latencies.add(micros(row, TAIL));
        }
        across = LogAxis.around(rates, LEFT, RIGHT);
        up = LogAxis.around(latencies, BOTTOM, TOP);
    }

    /** One picture for each figure, by a name that suits a file. */
    static Map<String, String> all(final List<Row> rows) {
        final Map<String, List<Row>> figures = new LinkedHashMap<>();
        for (final Row row : rows) {
            if (rate(row) > 0) {
                figures.computeIfAbsent(row.point().figure(), figure -> new ArrayList<>()).add(row);
            }
        }
        final Map<String, String> pictures = new LinkedHashMap<>();
        figures.forEach((figure, its) -> pictures.put(figure.replace(" B", "").replace(' ', '-') + ".svg",
            new LatencyPlot(its).draw(figure, its)));
        return pictures;
    }

    private String draw(final String figure, final List<Row> rows) {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
            + "font-family=\"sans-serif\" font-size=\"13\">", WIDTH, HEIGHT, WIDTH, HEIGHT);
        add("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", WIDTH, HEIGHT);
        text(LEFT, TOP - 20, "start", escaped(figure) + ": latency against throughput");
        axes();
        final Map<String, List<Row>> byPeer = new LinkedHashMap<>();
        rows.forEach(row -> byPeer.computeIfAbsent(row.peer(), peer -> new ArrayList<>()).add(row));
        int index = 0;
        for (final Map.Entry<String, List<Row>> each : byPeer.entrySet()) {
            final String color = COLORS.get(index % COLORS.size());
            curve(each.getValue(), color);
            final int y = TOP + index * LEGEND_STEP;
            add("<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>", RIGHT + 30, y, color);
            text(RIGHT + 42, y + 4, "start", escaped(each.getKey()));
            index++;
        }
        svg.append("</svg>\n");
        return svg.toString();
    }

    private void axes() {
        for (final double tick : across.ticks()) {
            final double x = across.at(tick);
            add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>", x, TOP, x, BOTTOM);
            text(x, BOTTOM + 20, "middle", LogAxis.label(tick));
        }
        for (final double tick : up.ticks()) {
            final double y = up.at(tick);
            add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, y, RIGHT, y);
            text(LEFT - 8, y + 4, "end", LogAxis.label(tick));
        }
        add("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888888\"/>", LEFT, TOP,
            RIGHT - LEFT, BOTTOM - TOP);
        text((LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", "operations per second");
        add("<text transform=\"translate(24 %d) rotate(-90)\" text-anchor=\"middle\">"
            + "microseconds: p50, and a bar up to p99</text>", (TOP + BOTTOM) / 2);
    }

    private void curve(final List<Row> rows, final String color) {
        final StringBuilder path = new StringBuilder();
        for (final Row row : rows) {
            final double x = across.at(rate(row));
            final double y = up.at(micros(row, MEDIAN));
            add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-opacity=\"0.4\" "
                + "stroke-width=\"3\"/>", x, y, x, up.at(micros(row, TAIL)), color);
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"><title>%s, %s</title></circle>", x, y, color,
                escaped(row.peer()), escaped(row.point().load()));
            path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
        }
        add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>", path.toString().strip(),
            color);
    }

    private static double rate(final Row row) {
        return Statistics.median(row.throughputs());
    }

    private static double micros(final Row row, final double percentile) {
        return Math.max(1, row.latencies().getValueAtPercentile(percentile) / 1e3);
    }

    private void text(final double x, final double y, final String anchor, final String words) {
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, words);
    }

    private void add(final String format, final Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(final String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
