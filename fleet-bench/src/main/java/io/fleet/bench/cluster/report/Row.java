package io.fleet.bench.cluster.report;

import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.harness.NodesCost;
import io.fleet.bench.harness.Statistics;
import io.fleet.bench.load.Histograms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * What all rounds of one point with one peer gave.
 *
 * @param point  the load.
 * @param peer   the name.
 * @param rounds the measurements, in order.
 */
public record Row(Point point, String peer, List<Measurement> rounds) {
    private static final double MEDIAN = 50;

    /**
     * The rows of all measurements.
     *
     * @param all    the measurements.
     * @param points of all measurements, in the order of the rows.
     * @param peers  names, in the order of the rows of one point; measurements of others are left out.
     */
    public static List<Row> of(final List<Measurement> all, final List<Point> points, final List<String> peers) {
        final Map<Point, Map<String, List<Measurement>>> byPoint = new LinkedHashMap<>();
        points.forEach(point -> byPoint.put(point, new LinkedHashMap<>()));
        for (final Measurement each : all) {
            byPoint.get(each.point()).computeIfAbsent(each.peer(), peer -> new ArrayList<>()).add(each);
        }
        final List<Row> rows = new ArrayList<>();
        byPoint.forEach((point, byPeer) -> {
            for (final String peer : peers) {
                if (byPeer.containsKey(peer)) {
                    rows.add(new Row(point, peer, byPeer.get(peer)));
                }
            }
        });
        return rows;
    }

    public List<Double> throughputs() {
        return each(round -> round.result().perSecond());
    }

    public List<Double> medians() {
        return each(round -> round.micros(MEDIAN));
    }

    /** Latencies of all rounds together: tails need the many. */
    public Histogram latencies() {
        return Histograms.merge(rounds.stream().map(round -> round.result().latencies()).toList());
    }

    public double cpuSeconds() {
        return median(Measurement::cpuSeconds);
    }

    /** The median of the rounds; NaN when a figure is not known. */
    double median(final ToDoubleFunction<Measurement> figure) {
        return Statistics.median(each(figure));
    }

    /** What each node did in each round, such as {@code 1/1/2, 1/1/1}; in words where it did nothing in any round. */
    String work(final Function<Measurement, String> figure) {
        final List<String> all = rounds.stream().map(figure).toList();
        return all.stream().allMatch(each -> each.matches("0(/0)*")) ? "none"
            : all.stream().distinct().count() == 1 && all.get(0).equals(NodesCost.UNKNOWN) ? NodesCost.UNKNOWN
            : String.join(", ", all);
    }

    public long failed() {
        return rounds.stream().mapToLong(round -> round.result().failed() + round.result().lost()).sum();
    }

    /** What another row of the same point has of a figure for each one of this row, round by round. */
    public List<Double> ratios(final Row other, final ToDoubleFunction<Measurement> figure) {
        final List<Double> ratios = new ArrayList<>();
        for (final Measurement mine : rounds) {
            for (final Measurement its : other.rounds) {
                if (its.round() == mine.round()) {
                    ratios.add(figure.applyAsDouble(its) / figure.applyAsDouble(mine));
                }
            }
        }
        return ratios;
    }

    private List<Double> each(final ToDoubleFunction<Measurement> figure) {
        return rounds.stream().map(figure::applyAsDouble).toList();
    }
}
