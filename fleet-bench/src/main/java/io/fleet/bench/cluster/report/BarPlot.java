package io.fleet.bench.cluster.report;

import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.harness.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Throughputs as bars from zero: one group for each load, in it a bar for each contender, as high as the median of the
 * rounds, with a line from the least to the most.
 */
public final class BarPlot {
    private static final int HEIGHT = 420;
    private static final int LEFT = 90;
    private static final int TOP = 50;
    private static final int BOTTOM = 350;
    private static final int BAR = 34;
    private static final int GAP = 40;
    private static final int LEAST_GROUP = 150;
    private static final int LEGEND = 230;
    private static final int LEGEND_STEP = 22;
    private static final int TICKS = 4;
    private static final int[] STEPS = {1, 2, 5, 10};

    private final List<Row> rows;
    private final List<Point> points;
    private final List<String> peers;
    private final int nameStart;
    private final double step;
    private final int group;

    private BarPlot(final List<Row> rows, final int nameStart) {
        this.rows = rows;
        this.nameStart = nameStart;
        points = new ArrayList<>(new LinkedHashSet<>(rows.stream().map(Row::point).toList()));
        peers = new ArrayList<>(new LinkedHashSet<>(rows.stream().map(Row::peer).toList()));
        step = step(rows.stream().mapToDouble(row -> Statistics.most(row.throughputs())).max().orElse(1));
        group = Math.max(LEAST_GROUP, peers.size() * BAR);
    }

    /**
     * One picture.
     *
     * @param title     above it.
     * @param rows      what it shows.
     * @param nameStart how many letters all contenders' names begin with that say nothing here.
     */
    public static String draw(final String title, final List<Row> rows, final int nameStart) {
        return new BarPlot(rows, nameStart).draw(title);
    }

    private String draw(final String title) {
        final int right = LEFT + GAP / 2 + points.size() * (group + GAP);
        final Svg svg = new Svg(right + LEGEND, HEIGHT);
        svg.text(LEFT, TOP - 20, "start", title);
        for (int i = 0; i <= TICKS; i++) {
            final double y = y(i * step);
            svg.add("<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>", LEFT, y, right, y);
            svg.text(LEFT - 8, y + 4, "end", i == 0 ? "0" : LogAxis.label(i * step));
        }
        svg.add("<text transform=\"translate(24 %d) rotate(-90)\" text-anchor=\"middle\">operations per second</text>",
            (TOP + BOTTOM) / 2);
        for (int i = 0; i < points.size(); i++) {
            svg.text(LEFT + GAP + i * (group + GAP) + group / 2.0, BOTTOM + 22, "middle", points.get(i).toString());
        }
        rows.forEach(row -> bar(svg, row));
        for (int i = 0; i < peers.size(); i++) {
            final int y = TOP + i * LEGEND_STEP;
            svg.add("<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", right + 20, y - 8,
                Svg.color(i));
            svg.text(right + 40, y + 4, "start", peers.get(i).substring(nameStart));
        }
        return svg.end();
    }

    private void bar(final Svg svg, final Row row) {
        final int index = peers.indexOf(row.peer());
        final double x = LEFT + GAP + points.indexOf(row.point()) * (group + GAP)
            + (group - peers.size() * BAR) / 2.0 + index * BAR;
        final double y = y(Statistics.median(row.throughputs()));
        final double middle = x + BAR / 2.0 - 2;
        svg.add("<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"><title>%s, %s</title></rect>",
            x, y, BAR - 4, BOTTOM - y, Svg.color(index), Svg.escaped(row.peer()),
            Svg.escaped(row.point().toString()));
        svg.add("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#333333\" stroke-width=\"2\"/>",
            middle, y(Statistics.least(row.throughputs())), middle, y(Statistics.most(row.throughputs())));
    }

    private double y(final double value) {
        return BOTTOM - value / (TICKS * step) * (BOTTOM - TOP);
    }

    /** The least round number of which {@link #TICKS} are not below the most. */
    private static double step(final double most) {
        final double least = Math.max(1, most) / TICKS;
        final double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (final int each : STEPS) {
            if (each * power >= least) {
                return each * power;
            }
        }
        return STEPS[STEPS.length - 1] * power;
    }
}
