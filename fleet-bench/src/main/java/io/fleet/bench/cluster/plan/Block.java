package io.fleet.bench.cluster.plan;

import java.util.List;

/**
 * Turns that belong together: all are taken, or none.
 *
 * @param title what is compared, in a word; empty where the points say all.
 * @param turns one for each contender.
 */
public record Block(String title, List<Turn> turns) {
    /** What is left out when the block is. */
    public List<String> points() {
        final Turn any = turns.get(0);
        return any.points().stream().map(point -> (title.isEmpty() ? "" : title + " ") + point + ", round "
            + any.round()).toList();
    }

    /** Which block it is, in words. */
    public String name() {
        final Turn any = turns.get(0);
        return "round " + any.round() + ", " + (title.isEmpty() ? any.valueBytes() + " B" : title);
    }
}
