package io.fleet.bench.cluster;

import java.util.List;

/**
 * One cluster of one contender, started, measured and ended.
 *
 * @param contender who.
 * @param round     which of the rounds, from 1.
 * @param points    what is measured on it, in this order.
 */
record Turn(Contender contender, int round, List<Point> points) {
    /** The contender's name. */
    String peer() {
        return contender.name();
    }

    /** The longest value. */
    int valueBytes() {
        return points.stream().mapToInt(Point::valueBytes).max().orElseThrow();
    }
}
