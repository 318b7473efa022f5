package io.fleet.bench.cluster.plan;

import java.util.List;

/**
 * One cluster of one contender, started, measured and ended.
 *
 * @param contender who.
 * @param round     which of the rounds, from 1.
 * @param points    what is measured on it, in this order.
 */
public record Turn(Contender contender, int round, List<Point> points) {
    /** What keeps every processor of one machine at work; more only makes a longer line. */
    private static final int SETTLING = 256;
    private static final int SETTLING_LONG = 16;
    private static final int LONG_VALUE = 32_768;

    /** The contender's name. */
    public String peer() {
        return contender.name();
    }

    /** The longest value. */
    public int valueBytes() {
        return points.stream().mapToInt(Point::valueBytes).max().orElseThrow();
    }

    /**
     * The load of a cluster that settles before its first point: the first point's operations, and as many in flight as
     * the largest of the loads has, within bounds; the open loop counts as the largest.
     */
    public Point settling() {
        final Point first = points.get(0);
        final int largest = points.stream().mapToInt(each -> each.outstanding() > 0 ? each.outstanding() : SETTLING)
            .max().orElseThrow();
        return Point.closed(first.workload(), first.valueBytes(),
            Math.min(largest, first.valueBytes() < LONG_VALUE ? SETTLING : SETTLING_LONG));
    }
}
