package io.fleet.bench.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What one node has done since it began, beside answering. {@link #UNKNOWN} for what it does not count, or what never
 * happens with its settings.
 *
 * @param snapshots    that it has written.
 * @param trimmedFiles files of its log that it has let go.
 * @param flushes      syncs of its log that have returned.
 */
public record NodeWork(long snapshots, long trimmedFiles, long flushes) {
    /** In place of a number. */
    public static final long UNKNOWN = -1;
    /** Of a node that counts nothing. */
    public static final NodeWork NONE = new NodeWork(UNKNOWN, UNKNOWN, UNKNOWN);
    private static final String SNAPSHOTS = "snapshots";
    private static final String TRIMMED = "trimmed";
    private static final String FLUSHES = "flushes";

    /**
     * In the form of {@link #parse}.
     *
     * @param nodes each of them.
     * @return words of the form name=value; empty for no nodes.
     */
    public static String text(final List<NodeWork> nodes) {
        return nodes.isEmpty() ? "" : SNAPSHOTS + "=" + joined(nodes, NodeWork::snapshots) + " " + TRIMMED + "="
            + joined(nodes, NodeWork::trimmedFiles) + " " + FLUSHES + "=" + joined(nodes, NodeWork::flushes);
    }

    private static String joined(final List<NodeWork> nodes, final ToLongFunction<NodeWork> figure) {
        return nodes.stream().map(each -> Long.toString(figure.applyAsLong(each))).collect(Collectors.joining(","));
    }

    /**
     * Reads {@link #text}.
     *
     * @param fields by name; others may be among them.
     * @return each node; none where the fields are missing.
     */
    public static List<NodeWork> parse(final Map<String, String> fields) {
        final List<NodeWork> nodes = new ArrayList<>();
        if (fields.containsKey(SNAPSHOTS)) {
            final String[] snapshots = fields.get(SNAPSHOTS).split(",");
            final String[] trimmed = fields.get(TRIMMED).split(",");
            final String[] flushes = fields.get(FLUSHES).split(",");
            for (int i = 0; i < snapshots.length; i++) {
                nodes.add(new NodeWork(Long.parseLong(snapshots[i]), Long.parseLong(trimmed[i]),
                    Long.parseLong(flushes[i])));
            }
        }
        return nodes;
    }

    /**
     * What was done since.
     *
     * @param before of the same node.
     * @return the differences; unknown where either is.
     */
    public NodeWork since(final NodeWork before) {
        return new NodeWork(difference(snapshots, before.snapshots), difference(trimmedFiles, before.trimmedFiles),
            difference(flushes, before.flushes));
    }

    private static long difference(final long now, final long then) {
        return now == UNKNOWN || then == UNKNOWN ? UNKNOWN : now - then;
    }
}
