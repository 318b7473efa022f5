package io.fleet.bench.harness;

import io.fleet.bench.peer.NodeWork;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What a measurement cost the nodes. Where all are in one process with their client, what the client took is in it.
 *
 * @param nodes     how many there are.
 * @param written   bytes that anybody wrote to the disk of their directories; {@link ProcessCost#UNKNOWN} where the
 *                  system does not tell.
 * @param processes what all their processes took of the system.
 * @param work      what each node did; none where they do not say.
 */
public record NodesCost(int nodes, long written, ProcessCost processes, List<NodeWork> work) {
    /** A cell of figures that are not known. */
    public static final String UNKNOWN = "-";

    /**
     * Bytes that were written to the disk for each byte and node.
     *
     * @param bytes that were acknowledged.
     * @return NaN when that is not known, or there were none.
     */
    public double diskBytes(final double bytes) {
        return ratio(written, bytes * nodes);
    }

    /** Bytes that the processes of the mean node had written ({@link ProcessCost#writtenBytes()}); NaN as before. */
    public double writtenBytes(final double bytes) {
        return ratio(processes.writtenBytes(), bytes * nodes);
    }

    /**
     * Syncs of all logs of all nodes for each operation.
     *
     * @param operations that were answered.
     * @return NaN when that is not known, or there were none.
     */
    public double flushes(final long operations) {
        return ratio(work.isEmpty() || work.stream().anyMatch(each -> each.flushes() == NodeWork.UNKNOWN)
            ? ProcessCost.UNKNOWN : work.stream().mapToLong(NodeWork::flushes).sum(), operations);
    }

    /** System calls of all nodes for each operation; NaN when they were not counted, or there was none. */
    public double systemCalls(final long operations) {
        return ratio(processes.systemCalls(), operations);
    }

    /** Calls of read and write ({@link ProcessCost#calls()}) of all nodes for each operation; NaN as before. */
    public double calls(final long operations) {
        return ratio(processes.calls(), operations);
    }

    /** Voluntary context switches of all nodes for each operation; NaN as before. */
    public double voluntary(final long operations) {
        return ratio(processes.voluntary(), operations);
    }

    /** Involuntary context switches of all nodes for each operation; NaN as before. */
    public double involuntary(final long operations) {
        return ratio(processes.involuntary(), operations);
    }

    private static double ratio(final long count, final double of) {
        return count == ProcessCost.UNKNOWN || of <= 0 ? Double.NaN : count / of;
    }

    /** How many snapshots each node wrote, such as {@code 1/1/2}; a hyphen where they write none or do not say. */
    public String snapshots() {
        return each(NodeWork::snapshots);
    }

    /** How many files of its log each node let go, likewise. */
    public String trimmedFiles() {
        return each(NodeWork::trimmedFiles);
    }

    private String each(final ToLongFunction<NodeWork> figure) {
        return work.isEmpty() || work.stream().allMatch(node -> figure.applyAsLong(node) == NodeWork.UNKNOWN) ? UNKNOWN
            : work.stream().map(node -> figure.applyAsLong(node) == NodeWork.UNKNOWN ? UNKNOWN
                : Long.toString(figure.applyAsLong(node))).collect(Collectors.joining("/"));
    }

    /** Whether each node has written a snapshot, and let go files, as far as it does either; false where none does. */
    public boolean isWhole() {
        return isAwaited() && work.stream().allMatch(node -> node.snapshots() != 0 && node.trimmedFiles() != 0);
    }

    /** Whether some node writes snapshots, or lets files go. */
    public boolean isAwaited() {
        return work.stream().anyMatch(node -> node.snapshots() != NodeWork.UNKNOWN
            || node.trimmedFiles() != NodeWork.UNKNOWN);
    }
}
