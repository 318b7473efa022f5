package io.fleet.bench.peer.fleet;

import io.fleet.FleetNode;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.ModeCounter;
import io.fleet.node.NodeCore;
import io.fleet.storage.log.Flusher;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/**
 * What one node has counted.
 *
 * @param flushed bytes that syncs made durable, by log, padding included.
 * @param syncs   how many syncs, by log.
 * @param sent    bytes of packets handed to the transport; what goes to all nodes counts once, what a node sends to
 *                itself does not.
 * @param mode    what the mode of the group counts besides, by name.
 * @param group   what groups of all modes count, by name.
 */
public record NodeFigures(Map<String, Long> flushed, Map<String, Long> syncs, long sent, Map<String, Long> mode,
                          Map<String, Long> group) {
    /** In {@link #group}: entries applied, no-ops included. */
    public static final String ENTRIES = "entries";
    /** In {@link #group}: commands answered from the session table. */
    public static final String REPEATED = "repeated";

    /** Of a running node. */
    static NodeFigures of(final FleetNode node, final int groupId) {
        final NodeCore core = node.core();
        final Map<String, Long> flushed = new TreeMap<>();
        final Map<String, Long> syncs = new TreeMap<>();
        for (final Flusher each : core.flushers()) {
            flushed.merge(each.counters().log(), each.counters().bytes(), Long::sum);
            syncs.merge(each.counters().log(), each.counters().syncs(), Long::sum);
        }
        final Map<String, Long> mode = new TreeMap<>();
        for (final ModeCounter each : core.group(groupId).modeCounters()) {
            mode.put(each.name(), each.counter().get());
        }
        final GroupCounters group = core.group(groupId).counters();
        return new NodeFigures(flushed, syncs, core.counters().bytesSent.get(), mode,
            Map.of(ENTRIES, group.entriesApplied.get(), REPEATED, group.repeatedCommands.get()));
    }

    /**
     * What was counted since.
     *
     * @param before of the same node.
     * @return the differences.
     */
    public NodeFigures since(final NodeFigures before) {
        return with(before, (now, then) -> now - then);
    }

    /**
     * Of two nodes together.
     *
     * @param other of another node.
     * @return the sums.
     */
    public NodeFigures plus(final NodeFigures other) {
        return with(other, Long::sum);
    }

    private NodeFigures with(final NodeFigures other, final LongBinaryOperator operator) {
        return new NodeFigures(with(flushed, other.flushed, operator), with(syncs, other.syncs, operator),
            operator.applyAsLong(sent, other.sent), with(mode, other.mode, operator),
            with(group, other.group, operator));
    }

    private static Map<String, Long> with(final Map<String, Long> one, final Map<String, Long> other,
                                          final LongBinaryOperator operator) {
        final Map<String, Long> both = new TreeMap<>();
        one.forEach((name, value) -> both.put(name, operator.applyAsLong(value, other.getOrDefault(name, 0L))));
        return both;
    }

    /**
     * What all logs made durable.
     *
     * @return bytes.
     */
    public long flushedBytes() {
        return flushed.values().stream().mapToLong(Long::longValue).sum();
    }
}
