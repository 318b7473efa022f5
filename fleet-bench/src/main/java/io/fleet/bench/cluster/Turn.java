package io.fleet.bench.cluster;

import java.util.List;

/**
 * One cluster of one peer, started, measured and ended.
 *
 * @param peer   its name.
 * @param round  which of the rounds, from 1.
 * @param points what is measured on it, in this order.
 */
record Turn(String peer, int round, List<Point> points) {
    int valueBytes() {
        return points.get(0).valueBytes();
    }
}
