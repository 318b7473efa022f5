package io.fleet.bench.cluster.report;

import io.fleet.bench.harness.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One figure as SVG: the median latency of each peer against its throughput, both on logarithmic axes, with a bar up to
 * the 99th percentile; points of a peer are joined in the order of their load.
 */
public final class LatencyPlot {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 500;
    private static final int LEFT = 90;
    private static final int RIGHT = 660;
    private static final int TOP = 50;
    private static final int BOTTOM = 440;
    private static final int LEGEND_STEP = 22;
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;

    private final Svg svg = new Svg(WIDTH, HEIGHT);
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
    public static Map<String, String> all(final List<Row> rows) {
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
        svg.text(LEFT, TOP - 20, "start", figure + ": latency against throughput");
        axes();
        final Map<String, List<Row>> byPeer = new LinkedHashMap<>();
        rows.forEach(row -> byPeer.computeIfAbsent(row.peer(), peer -> new ArrayList<>()).add(row));
        int index = 0;
        for (final Map.Entry<String, List<Row>> each : byPeer.entrySet()) {
            final String color = Svg.color(index);
            curve(each.getValue(), color);
            final int y = TOP + index * LEGEND_STEP;
            svg.add("<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/>", RIGHT + 30, y, color);
            svg.text(RIGHT + 42, y + 4, "start", each.getKey());
            index++;
        }
        return svg.end();
    }

    private void axes() {
        for (final double tick : across.ticks()) {
            final double x = across.at(tick);
            svg.add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#dddddd\"/>", x, TOP, x, BOTTOM);
            svg.text(x, BOTTOM + 20, "middle", LogAxis.label(tick));
        }
        for (final double tick : up.ticks()) {
            final double y = up.at(tick);
            svg.add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, y, RIGHT, y);
            svg.text(LEFT - 8, y + 4, "end", LogAxis.label(tick));
        }
        svg.add("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888888\"/>", LEFT, TOP,
            RIGHT - LEFT, BOTTOM - TOP);
        svg.text((LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", "operations per second");
        svg.add("<text transform=\"translate(24 %d) rotate(-90)\" text-anchor=\"middle\">"
            + "microseconds: p50, and a bar up to p99</text>", (TOP + BOTTOM) / 2);
    }

    private void curve(final List<Row> rows, final String color) {
        final StringBuilder path = new StringBuilder();
        for (final Row row : rows) {
            final double x = across.at(rate(row));
            final double y = up.at(micros(row, MEDIAN));
            svg.add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-opacity=\"0.4\" "
                + "stroke-width=\"3\"/>", x, y, x, up.at(micros(row, TAIL)), color);
            svg.add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"><title>%s, %s</title></circle>", x, y, color,
                Svg.escaped(row.peer()), Svg.escaped(row.point().load()));
            path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
        }
        svg.add("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>", path.toString().strip(),
            color);
    }

    private static double rate(final Row row) {
        return Statistics.median(row.throughputs());
    }

    private static double micros(final Row row, final double percentile) {
        return Math.max(1, row.latencies().getValueAtPercentile(percentile) / 1e3);
    }
}
