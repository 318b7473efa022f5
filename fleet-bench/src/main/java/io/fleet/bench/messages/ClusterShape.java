package io.fleet.bench.messages;

import io.fleet.config.QuorumLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * So many members of each kind.
 *
 * @param full      that vote and execute.
 * @param witnesses that vote and do not execute.
 * @param observers that execute and do not vote.
 * @param groups    of how many storage groups of three the witnesses are; 0 for none.
 * @param isGrid    whether the witnesses are a grid of two rows and two columns.
 */
record ClusterShape(int full, int witnesses, int observers, int groups, boolean isGrid) {
    private static final String FORM = "[1-9](\\+[1-4]w)?(\\+[1-4]o)?|[1-9]\\+([1-4]g|2x2)";
    private static final int OF_GROUP = 3;

    /** As {@code 3}, {@code 2+1w}, {@code 3+2o}, {@code 3+2w+1o}, {@code 3+2g}, {@code 2+2x2}; null for no shape. */
    static ClusterShape parse(final String text) {
        if (!text.matches(FORM)) {
            return null;
        }
        final int full = text.charAt(0) - '0';
        int witnesses = 0;
        int observers = 0;
        int groups = 0;
        for (final String part : text.split("\\+")) {
            final int count = part.charAt(0) - '0';
            witnesses += part.endsWith("w") ? count : part.endsWith("x2") ? 2 * count : 0;
            observers += part.endsWith("o") ? count : 0;
            groups += part.endsWith("g") ? count : 0;
        }
        final boolean isGrid = text.endsWith("x2");
        final boolean isApart = groups > 0 || isGrid;
        return isApart ? full < 2 ? null : new ClusterShape(full, groups * OF_GROUP + witnesses, 0, groups, isGrid)
            : witnesses >= full ? null : new ClusterShape(full, witnesses, observers, 0, false);
    }

    int founders() {
        return full + witnesses;
    }

    int nodes() {
        return founders() + observers;
    }

    /** How the founders count, which have the numbers from 0 on. */
    QuorumLayout quorums() {
        if (isGrid) {
            return QuorumLayout.grid(List.of(List.of(full, full + 1), List.of(full + 2, full + 3)));
        }
        final List<List<Integer>> parts = new ArrayList<>();
        for (int first = full; parts.size() < groups; first += OF_GROUP) {
            parts.add(List.of(first, first + 1, first + 2));
        }
        return groups == 0 ? QuorumLayout.majority() : QuorumLayout.groups(parts);
    }

    @Override
    public String toString() {
        return full + (groups > 0 ? "+" + groups + "g" : isGrid ? "+2x2" : witnesses > 0 ? "+" + witnesses + "w" : "")
            + (observers > 0 ? "+" + observers + "o" : "");
    }
}
