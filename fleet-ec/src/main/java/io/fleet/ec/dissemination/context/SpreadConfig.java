package io.fleet.ec.dissemination.context;

import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.stripe.StripeLayout;

/**
 * Sizes and times of spreading.
 *
 * @param self           this node, its position among the members, from 0.
 * @param quorums        how many durable segments are waited for.
 * @param maxValueLength the longest value in bytes, at least 0; at most {@link StripeLayout#MAX_PAYLOAD}.
 * @param maxEntries     how many entries this node spreads, and how many it gathers, at a time, at least 1.
 * @param maxParts    how many segments this node can hold, at least 1.
 * @param resendNs       after how long what was not answered is sent again, in nanoseconds, at least 1.
 * @param longValues     how values of more than one stripe are handled.
 * @param fetching       how values are gathered.
 */
public record SpreadConfig(int self, Quorums quorums, int maxValueLength, int maxEntries, int maxParts,
                           long resendNs, LongValueConfig longValues, FetchConfig fetching) {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the value and its range.
     */
    public SpreadConfig {
        if (self < 0 || self >= quorums.nodes()) {
            throw new IllegalArgumentException("self " + self + " is not in [0, " + (quorums.nodes() - 1) + "]");
        }
        if (maxValueLength < 0 || maxValueLength > StripeLayout.MAX_PAYLOAD) {
            throw new IllegalArgumentException("maxValueLength " + maxValueLength + " is not in [0, "
                + StripeLayout.MAX_PAYLOAD + "]");
        }
        if (maxEntries < 1 || maxParts < 1 || resendNs < 1) {
            throw new IllegalArgumentException("maxEntries " + maxEntries + ", maxSegments " + maxParts
                + " or resendNs " + resendNs + " is below 1");
        }
    }

    /**
     * With the defaults for long values and for fetching.
     *
     * @param self           this node, its position among the members, from 0.
     * @param quorums        how many durable segments are waited for.
     * @param maxValueLength the longest value in bytes.
     * @param maxEntries     how many entries this node spreads, and how many it gathers, at a time.
     * @param maxParts    how many segments this node can hold.
     * @param resendNs       after how long what was not answered is sent again, in nanoseconds.
     */
    public SpreadConfig(final int self, final Quorums quorums, final int maxValueLength, final int maxEntries,
                        final int maxParts, final long resendNs) {
        this(self, quorums, maxValueLength, maxEntries, maxParts, resendNs, LongValueConfig.defaults(),
            FetchConfig.defaults());
    }
}
