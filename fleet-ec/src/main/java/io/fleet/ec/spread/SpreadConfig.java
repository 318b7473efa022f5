package io.fleet.ec.spread;

import io.fleet.ec.mec.Quorums;

/**
 * Sizes and times of spreading.
 *
 * @param self           this node, its position among the members, from 0.
 * @param quorums        how many durable segments are waited for.
 * @param maxValueLength the longest value in bytes, at least 0.
 * @param maxEntries     how many entries this node spreads, and how many it gathers, at a time, at least 1.
 * @param maxSegments    how many segments this node can hold, at least 1.
 * @param resendNs       after how long what was not answered is sent again, in nanoseconds, at least 1.
 */
public record SpreadConfig(int self, Quorums quorums, int maxValueLength, int maxEntries, int maxSegments,
                           long resendNs) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the value and its range.
     */
    public SpreadConfig {
        if (self < 0 || self >= quorums.nodes()) {
            throw new IllegalArgumentException("self " + self + " is not in [0, " + (quorums.nodes() - 1) + "]");
        }
        if (maxValueLength < 0 || maxEntries < 1 || maxSegments < 1 || resendNs < 1) {
            throw new IllegalArgumentException("maxValueLength " + maxValueLength + " is below 0, or maxEntries "
                + maxEntries + ", maxSegments " + maxSegments + " or resendNs " + resendNs + " is below 1");
        }
    }
}
