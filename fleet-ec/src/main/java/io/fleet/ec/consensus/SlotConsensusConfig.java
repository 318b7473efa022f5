package io.fleet.ec.consensus;

/**
 * What the order of one group is configured with.
 *
 * @param groupId  the group; part of the common coin.
 * @param self     this node, its position among the members, from 0.
 * @param quorums  how many nodes each step waits for.
 * @param window   how many slots may be open at a time, a power of two in [1, 65536].
 * @param graceNs  how long a node that has n - f PROPOSALs waits for more while the fast path is within reach, in
 *                 nanoseconds.
 * @param silentNs after how long without a message a node is not waited for in this way, in nanoseconds.
 * @param resendNs after how long a message that others may have missed is sent again, in nanoseconds, at least 1.
 */
public record SlotConsensusConfig(int groupId, int self, Quorums quorums, int window, long graceNs, long silentNs,
                                  long resendNs) {
    private static final int MAX_WINDOW = 65_536;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the value and its range.
     */
    public SlotConsensusConfig {
        if (self < 0 || self >= quorums.nodes()) {
            throw new IllegalArgumentException("self " + self + " is not in [0, " + (quorums.nodes() - 1) + "]");
        }
        if (window < 1 || window > MAX_WINDOW || Integer.bitCount(window) != 1) {
            throw new IllegalArgumentException("window " + window + " is not a power of two in [1, " + MAX_WINDOW
                + "]");
        }
        if (graceNs < 0 || silentNs < 0 || resendNs < 1) {
            throw new IllegalArgumentException("graceNs " + graceNs + " or silentNs " + silentNs
                + " is below 0, or resendNs " + resendNs + " is below 1");
        }
    }
}
