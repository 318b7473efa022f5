package io.fleet.bench.harness;

import java.util.function.LongBinaryOperator;

/**
 * What some processes took of the system in an interval, as Linux counts it; {@link #UNKNOWN} elsewhere.
 *
 * @param writtenBytes that they had written to block devices ({@code write_bytes}): direct writes, and the whole of
 *                     each part of the page cache that they made dirty, which is a page or, of files that were written
 *                     in large pieces, many of them, whatever a sync then writes of it.
 * @param systemCalls  all of them, where they are counted ({@link SystemCalls}).
 * @param calls        of read, write and their like ({@code syscr} and {@code syscw}), on files and on sockets; others,
 *                     such as sendto, recvfrom, sync, epoll and futex, are not counted there.
 * @param voluntary    how often a thread gave its processor up to wait.
 * @param involuntary  how often one was taken off its processor.
 */
public record ProcessCost(long writtenBytes, long systemCalls, long calls, long voluntary, long involuntary) {
    /** In place of a number. */
    public static final long UNKNOWN = -1;
    /** Of no process, or where the system counts nothing. */
    public static final ProcessCost NONE = new ProcessCost(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

    /** The same with system calls that were counted apart. */
    ProcessCost withSystemCalls(final long newSystemCalls) {
        return new ProcessCost(writtenBytes, newSystemCalls, calls, voluntary, involuntary);
    }

    /** The difference of two counts; unknown where either is. */
    static long difference(final long now, final long then) {
        return known(now, then, (one, other) -> one - other);
    }

    /** The sum of two counts; unknown where either is. */
    static long sum(final long one, final long other) {
        return known(one, other, Long::sum);
    }

    private static long known(final long one, final long other, final LongBinaryOperator operator) {
        return one == UNKNOWN || other == UNKNOWN ? UNKNOWN : operator.applyAsLong(one, other);
    }
}
